import type { Score } from "../../core/index.ts";
import type { CaseResult, MetricSummary } from "../../record/index.ts";
import { noNumber } from "../format.ts";
import { scoreOf } from "./case-group.ts";
import { Change } from "./change.tsx";
import { formatCaseScore } from "./format-case-score.ts";
import { useText } from "./language.ts";
import { LongText } from "./long-text.tsx";
import { ScrollBox } from "./scroll-box.tsx";

interface ScoresTableProps {
  readonly result: CaseResult;
  readonly metrics: readonly MetricSummary[];
  readonly changes: Readonly<Record<string, number>> | undefined;
}

/** The scores of one answer, each with its change and the reason that was given for it. */
export function ScoresTable({ result, metrics, changes }: ScoresTableProps) {
  const { t, tool } = useText();
  return (
    <ScrollBox label={t("scores")}>
      <table class="scores" aria-label={t("scores")}>
        <thead>
          <tr>
            <th scope="col">{t("metric")}</th>
            <th scope="col" class="number">
              {t("now")}
            </th>
            <th scope="col" class="number">
              {t("change")}
            </th>
            <th scope="col">{t("reason")}</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map((metric) => {
            const score = scoreOf(result, metric);
            const change = changes?.[metric.id] ?? null;
            return (
              <tr key={metric.id}>
                <th scope="row" title={tool(metric.meaning)}>
                  <span class="id">{metric.id}</span> <span class="small">{tool(metric.title)}</span>
                </th>
                <td class="number">
                  <strong>{score?.kind === "scored" ? formatCaseScore(score.value, metric) : noNumber}</strong>
                  {score?.kind === "scored" && metric.scale !== 1 && <span class="muted">/{metric.scale}</span>}
                </td>
                <td class="number">
                  <Change change={change} />
                </td>
                <td>
                  <ScoreReason score={score} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function ScoreReason({ score }: { readonly score: Score | undefined }) {
  const { t } = useText();
  if (score === undefined) return null;
  if (score.kind === "absent") return <span class="muted">{t("nothingToMeasure", { why: score.why })}</span>;
  if (score.kind === "error") {
    const { kind, message, raw } = score.error;
    return (
      <>
        <strong>{t("notScored")}</strong> <span class="id">{kind}</span>
        <LongText text={message} />
        {raw !== undefined && (
          <details>
            <summary>{t("rawReply")}</summary>
            <pre dir="auto">{raw}</pre>
          </details>
        )}
      </>
    );
  }
  return score.reason === undefined ? null : <LongText text={score.reason} />;
}
