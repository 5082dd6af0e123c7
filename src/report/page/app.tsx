import { useEffect, useMemo, useState } from "preact/hooks";
import type { ReportInput } from "../renderer.ts";
import { CaseExplorer } from "./case-explorer.tsx";
import { groupCases } from "./case-group.ts";
import { ErrorsTable } from "./errors-table.tsx";
import { preferredLanguage, TextContext, textsOf, useText } from "./language.ts";
import { RunFacts } from "./run-facts.tsx";
import { type CaseFilter, noFilter } from "./select-cases.ts";
import { SlicesTable } from "./slices-table.tsx";
import { StageSection } from "./stage-section.tsx";
import { VerdictBanner } from "./verdict-banner.tsx";

/** The whole page. */
export function App({ input, browserLanguage }: { readonly input: ReportInput; readonly browserLanguage: string }) {
  const [language, setLanguage] = useState(() => preferredLanguage(browserLanguage));
  const [filter, setFilter] = useState<CaseFilter>(noFilter);
  const text = useMemo(() => textsOf(language), [language]);
  const groups = useMemo(() => groupCases(input), [input]);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  }, [language]);
  const showErrors = (errorKind: string): void => {
    setFilter({ ...noFilter, errorKind });
    document.getElementById("cases")?.scrollIntoView();
  };
  return (
    <TextContext.Provider value={text}>
      <Header input={input} onSwitch={() => setLanguage(language === "en" ? "zh" : "en")} />
      <main>
        <VerdictBanner input={input} />
        <StageSection input={input} stage="retrieval" />
        <StageSection input={input} stage="generation" />
        <SlicesTable input={input} />
        <ErrorsTable input={input} onShow={showErrors} />
        <CaseExplorer input={input} groups={groups} filter={filter} onFilter={setFilter} />
      </main>
      <RunFacts input={input} />
    </TextContext.Provider>
  );
}

function Header({ input, onSwitch }: { readonly input: ReportInput; readonly onSwitch: () => void }) {
  const { t } = useText();
  const { suite, runId } = input.summary;
  return (
    <header class="top">
      <a class="skip" href="#cases">
        {t("skip")}
      </a>
      <div>
        <p class="brand">
          {t("brand")} · {t("report")}
        </p>
        <h1 dir="auto">{suite}</h1>
        <p class="muted">{t("run", { run: runId })}</p>
      </div>
      <button type="button" class="quiet" title={t("switchLanguage")} onClick={onSwitch}>
        {t("otherLanguage")}
      </button>
    </header>
  );
}
