import { formatCount } from "../format.ts";
import type { ReportInput } from "../renderer.ts";
import { useText } from "./language.ts";

/** When it ran, how long it took, what it used, what to know of the data. */
export function RunFacts({ input }: { readonly input: ReportInput }) {
  const { t } = useText();
  const { startedAt, finishedAt, latencyMs, usage, notes, cases } = input.summary;
  const facts: (readonly [string, string])[] = [
    [t("started"), formatTime(startedAt)],
    [t("finished"), formatTime(finishedAt)],
  ];
  if (latencyMs !== null) {
    const values = { p50: seconds(latencyMs.p50), p95: seconds(latencyMs.p95) };
    facts.push([t("latency"), t("latencyValue", values)]);
  }
  if (usage !== null) {
    const prompt = formatCount(usage.promptTokens);
    const completion = formatCount(usage.completionTokens);
    facts.push([t("tokens"), t("tokensValue", { prompt, completion, known: formatCount(usage.knownFor) })]);
  }
  if (cases.droppedDuplicates > 0) facts.push([t("droppedIds"), formatCount(cases.droppedDuplicates)]);
  return (
    <footer class="card">
      <h2>{t("aboutRun")}</h2>
      <dl class="pairs">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {notes.length > 0 && (
          <div>
            <dt>{t("notes")}</dt>
            {notes.map((note) => (
              <dd key={note} dir="auto">
                {note}
              </dd>
            ))}
          </div>
        )}
      </dl>
    </footer>
  );
}

/** `2026-01-02 03:04:05 UTC`. */
function formatTime(iso: string): string {
  return iso.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1);
}
