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
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
}

/** One case in the list; opened, it shows everything that is known of it. */
export function CaseRow({ group, metrics, isOpen, onToggle }: CaseRowProps) {
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
            values.map((value) => (
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
          {metrics.map((metric) => (
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

function ScorePill({ group, metric }: { readonly group: CaseGroup; readonly metric: MetricSummary }) {
  const change = group.changes?.[metric.id];
  const isMoved = change !== undefined && Math.abs(change) > 1e-9;
  return (
    <span class="pill">
      <span class="muted">{metric.id}</span> <strong>{shortScore(group, metric)}</strong>
      {isMoved && <Change change={change} isShort />}
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
