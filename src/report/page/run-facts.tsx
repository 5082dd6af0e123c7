import type { Summary } from "../../record/index.ts";
import { formatCount } from "../format.ts";
import type { ReportInput } from "../renderer.ts";
import { useText } from "./language.ts";
import type { Translate } from "./strings.ts";

/** When it ran, how long it took, what it used, what to know of the data. */
export function RunFacts({ input }: { readonly input: ReportInput }) {
  const { t, tool } = useText();
  const { summary } = input;
  const facts = [
    [t("started"), formatTime(summary.startedAt)],
    [t("finished"), formatTime(summary.finishedAt)],
    ...costFacts(summary, t),
  ] as const;
  const notes = [...summary.notes, ...(summary.calls?.warnings ?? [])];
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
                {tool(note)}
              </dd>
            ))}
          </div>
        )}
      </dl>
    </footer>
  );
}

/** What the run took and used, as far as it is known. */
function costFacts(
  { latencyMs, firstTokenMs, usage, calls, cases }: Summary,
  t: Translate,
): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [];
  if (latencyMs !== null) {
    facts.push([t("latency"), t("latencyValue", { p50: seconds(latencyMs.p50), p95: seconds(latencyMs.p95) })]);
  }
  if (firstTokenMs != null) {
    const { p50, p95 } = firstTokenMs;
    facts.push([t("firstToken"), t("latencyValue", { p50: seconds(p50), p95: seconds(p95) })]);
  }
  if (calls !== null) {
    const sent = { requests: formatCount(calls.requests), cacheHits: formatCount(calls.cacheHits) };
    const limits = { times: formatCount(calls.rateLimited), seconds: seconds(calls.waitedMs) };
    const parts = [t("callsValue", sent), ...(calls.rateLimited > 0 ? [t("rateLimited", limits)] : [])];
    facts.push([t("calls"), parts.join(" · ")]);
    const { costUsd = 0, costKnownFor = 0 } = calls;
    const cost = { usd: costUsd.toFixed(4), known: formatCount(costKnownFor), requests: formatCount(calls.requests) };
    if (calls.requests > 0) facts.push([t("cost"), costKnownFor === 0 ? t("costUnknown") : t("costValue", cost)]);
  }
  if (usage !== null) {
    const prompt = formatCount(usage.promptTokens);
    const completion = formatCount(usage.completionTokens);
    facts.push([t("tokens"), t("tokensValue", { prompt, completion, known: formatCount(usage.knownFor) })]);
  }
  if (cases.droppedDuplicates > 0) facts.push([t("droppedIds"), formatCount(cases.droppedDuplicates)]);
  return facts;
}

/** `2026-01-02 03:04:05 UTC`. */
function formatTime(iso: string): string {
  return iso.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1);
}
