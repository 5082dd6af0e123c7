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
  const { t } = useText();
  const measured = metrics.filter((metric) => scoreOf(result, metric)?.kind !== "absent");
  return (
    <>
      {measured.length > 0 && (
        <ScrollBox label={t("scores")}>
          <table class="scores" aria-label={t("scores")}>
            <thead>
              <tr>
                <th scope="col">{t("metric")}</th>
                <th scope="col" class="number">
                  {t("now")}
                </th>
                {changes !== undefined && (
                  <th scope="col" class="number">
                    {t("change")}
                  </th>
                )}
                <th scope="col">{t("reason")}</th>
              </tr>
            </thead>
            <tbody>
              {measured.map((metric) => (
                <ScoreRow key={metric.id} metric={metric} score={scoreOf(result, metric)} changes={changes} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      <NotMeasurable result={result} metrics={metrics} />
    </>
  );
}

interface ScoreRowProps extends Pick<ScoresTableProps, "changes"> {
  readonly metric: MetricSummary;
  readonly score: Score | undefined;
}

function ScoreRow({ metric, score, changes }: ScoreRowProps) {
  const { tool } = useText();
  return (
    <tr>
      <th scope="row" title={tool(metric.meaning)}>
        <span class="id">{metric.id}</span> <span class="small">{tool(metric.title)}</span>
      </th>
      <td class="number">
        <strong>{score?.kind === "scored" ? formatCaseScore(score.value, metric) : noNumber}</strong>
        {score?.kind === "scored" && metric.scale !== 1 && <span class="muted">/{metric.scale}</span>}
      </td>
      {changes !== undefined && (
        <td class="number">
          <Change change={changes[metric.id] ?? null} />
        </td>
      )}
      <td>
        <ScoreReason score={score} />
      </td>
    </tr>
  );
}

/** The metrics without a score, one line for each reason: it is mostly the same for many. */
function NotMeasurable({ result, metrics }: Omit<ScoresTableProps, "changes">) {
  const { t, tool } = useText();
  const byReason = new Map<string, string[]>();
  for (const metric of metrics) {
    const score = scoreOf(result, metric);
    if (score?.kind === "absent") byReason.set(score.why, [...(byReason.get(score.why) ?? []), metric.id]);
  }
  return (
    <>
      {[...byReason].map(([why, ids]) => (
        <p key={why} class="muted absent" dir="auto">
          {t("notMeasurable", { why: tool(why), metrics: ids.join(", ") })}
        </p>
      ))}
    </>
  );
}

function ScoreReason({ score }: { readonly score: Score | undefined }) {
  const { t } = useText();
  if (score === undefined || score.kind === "absent") return null;
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
