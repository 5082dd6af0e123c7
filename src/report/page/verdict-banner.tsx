import type { Comparison, Finding } from "../../gate/index.ts";
import type { Arms, Summary } from "../../record/index.ts";
import { errorExamples } from "../error-examples.ts";
import { formatCount, formatPercent } from "../format.ts";
import {
  acceptCommand,
  namesOf,
  nextStepOf,
  type Outcome,
  outcomeOf,
  quarantinedCases,
  watchedDrops,
} from "../outcome.ts";
import type { ReportInput } from "../renderer.ts";
import { findingSentence } from "./finding-sentence.ts";
import { Icon, type IconName } from "./icon.tsx";
import { useText } from "./language.ts";

/** How each outcome and each verdict looks. */
export const tones: Readonly<Record<Outcome | Finding["verdict"], { readonly tone: string; readonly icon: IconName }>> =
  {
    pass: { tone: "pass", icon: "pass" },
    fail: { tone: "fail", icon: "fail" },
    inconclusive: { tone: "unclear", icon: "unclear" },
    incomplete: { tone: "unclear", icon: "unclear" },
    "too-many-errors": { tone: "unclear", icon: "unclear" },
    "not-gated": { tone: "plain", icon: "watched" },
    watched: { tone: "plain", icon: "watched" },
  };

/** The verdict in words, and what it rests on. */
export function VerdictBanner({ input }: { readonly input: ReportInput }) {
  const { t, tool } = useText();
  const { summary, comparison, exitCode } = input;
  const outcome = outcomeOf(input);
  const { tone, icon } = tones[outcome];
  const { planned, scored, errors, droppedDuplicates } = summary.cases;
  const facts = [
    t("casesScored", { scored: formatCount(scored), planned: formatCount(planned) }),
    ...(errors > 0 ? [t("casesWithErrors", { errors: formatCount(errors) })] : []),
    ...(outcome === "too-many-errors"
      ? [t("coverage", { coverage: formatPercent(summary.coverage), asked: formatPercent(summary.minCoverage) })]
      : []),
    ...(droppedDuplicates > 0 ? [t("droppedResults", { count: formatCount(droppedDuplicates) })] : []),
    comparison.baseline === null
      ? t("noBaseline")
      : t("comparedWith", { path: comparison.baseline.path, run: comparison.baseline.runId }),
    t("exitCode", { code: exitCode }),
  ];
  return (
    <section class={`card banner ${tone}`} aria-labelledby="verdict">
      <span class="seal">
        <Icon name={icon} />
      </span>
      <div class="body">
        <h2 id="verdict">{t(`outcome.${outcome}`)}</h2>
        <p class="lead">{t(`lead.${outcome}`)}</p>
        {comparison.arms !== undefined && <ComparedPrompts arms={comparison.arms} />}
        {summary.stopped !== null && (
          <p class="notice" role="note">
            {t("stopped", { why: tool(summary.stopped) })}
          </p>
        )}
        <FilterNotice summary={summary} />
        {!summary.isCovered && <CommonErrors input={input} />}
        <GatedFindings findings={comparison.findings} />
        <WatchedDrops input={input} />
        <Quarantine input={input} />
        <Reasons reasons={comparison.reasons} />
        <NextStepLine input={input} />
        <CaseSet caseSet={comparison.caseSet} />
        <ul class="facts">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function ComparedPrompts({ arms: { before, after, unchanged, of } }: { readonly arms: Arms }) {
  const { t } = useText();
  return (
    <p dir="auto">{t("comparedPrompts", { before, after, unchanged: formatCount(unchanged), of: formatCount(of) })}</p>
  );
}

function FilterNotice({ summary: { cases, datasetCases, filters } }: { readonly summary: Summary }) {
  const { t } = useText();
  if (filters.length === 0) return null;
  const ran = formatCount(cases.planned);
  return (
    <p class="notice" role="note">
      {t("filtered", { ran, all: formatCount(datasetCases), filters: filters.join(", ") })}
    </p>
  );
}

/** What kept the cases from a score: the most frequent kinds of error, each with one message. */
function CommonErrors({ input }: { readonly input: ReportInput }) {
  const { t } = useText();
  const examples = errorExamples(input).slice(0, 3);
  if (examples.length === 0) return null;
  return (
    <div>
      <h3>{t("commonErrors")}</h3>
      <ul class="findings">
        {examples.map(({ kind, count, caseId, message }) => (
          <li key={kind}>
            <span class="chip unclear">
              {kind} × {formatCount(count)}
            </span>
            <span dir="auto">{t("errorExample", { caseId, message })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function GatedFindings({ findings }: { readonly findings: readonly Finding[] }) {
  const { t, language } = useText();
  const gated = findings.filter((finding) => finding.verdict !== "watched");
  if (gated.length === 0) return null;
  return (
    <ul class="findings">
      {gated.map((finding) => (
        <li key={`${finding.metric} ${finding.slice ?? ""}`}>
          <span class={`chip ${tones[finding.verdict].tone}`}>
            <Icon name={tones[finding.verdict].icon} />
            {t(`verdict.${finding.verdict}`)}
          </span>
          <span dir="auto">{findingSentence(finding, language)}</span>
        </li>
      ))}
    </ul>
  );
}

function WatchedDrops({ input }: { readonly input: ReportInput }) {
  const { t, language } = useText();
  const drops = watchedDrops(input).map(({ metric, points }) => t("watchedDrop", { metric, change: points }));
  if (drops.length === 0) return null;
  return (
    <p class="notice" role="note" dir="auto">
      {t("watchedDrops", { drops: drops.join(language === "zh" ? "、" : ", ") })}
    </p>
  );
}

/** The cases that are out of retrieval, by name in the open and with the reasons below. */
function Quarantine({ input }: { readonly input: ReportInput }) {
  const { t, tool } = useText();
  const { now, before } = quarantinedCases(input);
  const all = [...now, ...before];
  if (all.length === 0) return null;
  return (
    <details>
      <summary>
        {now.length > 0 && (
          <span dir="auto">{t("quarantined", { count: formatCount(now.length), names: namesOf(now) })}</span>
        )}{" "}
        {before.length > 0 && (
          <span dir="auto">
            {t("quarantinedBefore", { count: formatCount(before.length), names: namesOf(before) })}
          </span>
        )}
      </summary>
      <dl class="pairs">
        {all.map(({ caseId, why }) => (
          <div key={caseId}>
            <dt dir="auto">{caseId}</dt>
            <dd dir="auto">{tool(why)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function NextStepLine({ input }: { readonly input: ReportInput }) {
  const { t } = useText();
  const step = nextStepOf(input);
  if (step === null) return null;
  return (
    <p class="next">
      {t(`next.${step}`)} <code>{acceptCommand(input.summary)}</code>
    </p>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  const { t, tool } = useText();
  if (reasons.length === 0) return null;
  return (
    <div>
      <h3>{t("reasons")}</h3>
      <ul>
        {reasons.map((reason) => (
          <li key={reason} dir="auto">
            {tool(reason)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function CaseSet({ caseSet }: { readonly caseSet: Comparison["caseSet"] }) {
  const { t } = useText();
  const kinds = (["added", "removed", "edited"] as const).filter((kind) => caseSet[kind].length > 0);
  if (kinds.length === 0) return null;
  return (
    <details>
      <summary>
        {t("caseSet")}: {kinds.map((kind) => `${t(`caseSet.${kind}`)} ${formatCount(caseSet[kind].length)}`).join(", ")}
      </summary>
      <dl class="pairs">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`caseSet.${kind}`)}</dt>
            <dd dir="auto">{caseSet[kind].join(", ")}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
