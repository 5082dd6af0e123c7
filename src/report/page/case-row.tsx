import type { MetricSummary } from "../../record/index.ts";
import { noNumber } from "../format.ts";
import { CaseDetail } from "./case-detail.tsx";
import { type CaseGroup, errorKindsOf, scoreOf } from "./case-group.ts";
import { Change } from "./change.tsx";
import { formatCaseScore } from "./format-case-score.ts";
import { Icon } from "./icon.tsx";
import { labelKey, labelValue, useText } from "./language.ts";

interface CaseRowProps {
  readonly group: CaseGroup;
  readonly metrics: readonly MetricSummary[];
  /** The metrics that every row shows; one that moved is shown beside them. */
  readonly headline: readonly MetricSummary[];
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
}

/** One case in the list; opened, it shows everything that is known of it. */
export function CaseRow({ group, metrics, headline, isOpen, onToggle }: CaseRowProps) {
  const { t } = useText();
  const { id, index, first, repeats } = group;
  const errors = [...new Set(repeats.flatMap(errorKindsOf))];
  return (
    <li class={isOpen ? "case open" : "case"}>
      <button
        type="button"
        class="row"
        aria-expanded={isOpen}
        aria-controls={`case-${index}`}
        onClick={() => onToggle(id)}
      >
        <span class="head">
          <span class="id" dir="auto">
            {id}
          </span>
          {errors.map((kind) => (
            <span key={kind} class="chip unclear">
              <Icon name="unclear" />
              {t("errorChip")}: {kind}
            </span>
          ))}
          {!first.answerable && <span class="chip plain">{t("shouldDecline")}</span>}
          {Object.entries(first.labels).flatMap(([key, values]) =>
            (key === "answerable" ? [] : values).map((value) => (
              <span key={`${key} ${value}`} class="label" title={labelKey(key, t)}>
                {labelValue({ key, value }, t)}
              </span>
            )),
          )}
        </span>
        <span class="query" dir="auto">
          {first.query}
        </span>
        <span class="pills">
          {metrics
            .filter((metric) => isShown(group, metric, headline))
            .map((metric) => (
              <ScorePill key={metric.id} group={group} metric={metric} />
            ))}
        </span>
      </button>
      <div id={`case-${index}`} hidden={!isOpen}>
        {isOpen && <CaseDetail group={group} metrics={metrics} />}
      </div>
    </li>
  );
}

/** Shown are what moved and the headline, but for what is not measurable. */
function isShown(group: CaseGroup, metric: MetricSummary, headline: readonly MetricSummary[]): boolean {
  if (hasMoved(group, metric)) return true;
  return headline.includes(metric) && group.repeats.some((result) => scoreOf(result, metric)?.kind !== "absent");
}

function hasMoved(group: CaseGroup, { id }: MetricSummary): boolean {
  return Math.abs(group.changes?.[id] ?? 0) > 1e-9;
}

function ScorePill({ group, metric }: { readonly group: CaseGroup; readonly metric: MetricSummary }) {
  return (
    <span class="pill">
      <span class="muted">{metric.id}</span> <strong>{shortScore(group, metric)}</strong>
      {hasMoved(group, metric) && <Change change={group.changes?.[metric.id] ?? null} isShort />}
    </span>
  );
}

/** `4/5`, `0.631`, or the lowest and highest of the repeats. */
function shortScore(group: CaseGroup, metric: MetricSummary): string {
  const values = group.repeats.flatMap((result) => {
    const score = scoreOf(result, metric);
    return score?.kind === "scored" ? [score.value] : [];
  });
  if (values.length === 0) return noNumber;
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => formatCaseScore(value, metric));
  const range = low === high ? low : `${low} – ${high}`;
  return metric.scale === 1 ? `${range}` : `${range}/${metric.scale}`;
}
