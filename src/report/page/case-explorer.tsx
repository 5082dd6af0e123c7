import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount } from "../format.ts";
import type { ReportInput } from "../renderer.ts";
import { CaseFilters } from "./case-filters.tsx";
import { type CaseGroup, rowMetrics } from "./case-group.ts";
import { CaseRow } from "./case-row.tsx";
import { caseOfHash, hashOfCase } from "./deep-link.ts";
import { useText } from "./language.ts";
import { type CaseFilter, type CaseOrder, noFilter, selectCases } from "./select-cases.ts";

/** Rows drawn at a time: the page stays quick however many cases there are. */
const pageSize = 50;

interface CaseExplorerProps {
  readonly input: ReportInput;
  readonly groups: readonly CaseGroup[];
  readonly filter: CaseFilter;
  readonly onFilter: (filter: CaseFilter) => void;
}

/** Every case: to search, to filter, to sort and to open. */
export function CaseExplorer({ input, groups, filter, onFilter }: CaseExplorerProps) {
  const { t } = useText();
  const { metrics } = input.summary;
  const [order, setOrder] = useState<CaseOrder>(() => firstOrder(input));
  const [page, setPage] = useState(0);
  const shown = useMemo(() => selectCases(groups, filter, { order, metrics }), [groups, filter, order, metrics]);
  const headline = useMemo(() => rowMetrics(input), [input]);
  const openId = useOpenCase(groups);
  const pages = Math.max(1, Math.ceil(shown.length / pageSize));
  const current = Math.min(page, pages - 1);

  // A link to a case must show it, also when a filter hides it or it stands on another page.
  useEffect(() => {
    if (openId === null) return;
    const place = shown.findIndex(({ id }) => id === openId);
    if (place >= 0) return setPage(Math.floor(place / pageSize));
    onFilter(noFilter);
    setPage(
      Math.floor(selectCases(groups, noFilter, { order, metrics }).findIndex(({ id }) => id === openId) / pageSize),
    );
  }, [openId]);

  const change = (next: CaseFilter): void => {
    onFilter(next);
    setPage(0);
  };
  const pager = <Pager page={current} pages={pages} onPage={setPage} />;
  return (
    <section class="card" id="cases" aria-labelledby="all-cases">
      <h2 id="all-cases">{t("allCases")}</h2>
      {groups.length < input.summary.cases.planned && (
        <p class="small">
          {t("casesShown", { shown: formatCount(groups.length), planned: formatCount(input.summary.cases.planned) })}
        </p>
      )}
      <CaseFilters
        groups={groups}
        metrics={metrics}
        filter={filter}
        onFilter={change}
        order={order}
        onOrder={(next) => {
          setOrder(next);
          setPage(0);
        }}
      />
      <div class="bar">
        <p aria-live="polite">{t("shown", { shown: formatCount(shown.length), total: formatCount(groups.length) })}</p>
        {pager}
      </div>
      {shown.length === 0 && <p class="empty">{t("nothingFound")}</p>}
      <ol class="cases">
        {shown.slice(current * pageSize, (current + 1) * pageSize).map((group) => (
          <CaseRow
            key={group.id}
            group={group}
            metrics={metrics}
            headline={headline}
            isOpen={group.id === openId}
            onToggle={toggleCase}
          />
        ))}
      </ol>
      {pages > 1 && <div class="bar">{pager}</div>}
    </section>
  );
}

/** What got worse comes first, where anything did. */
function firstOrder({ comparison }: ReportInput): CaseOrder {
  const isWorse = comparison.findings.some((finding) => finding.worse > 0);
  return { by: isWorse ? "change" : "dataset", metric: "", isReversed: false };
}

/** Opens a case, or closes it when it is the open one: the address keeps it, so that it can be linked to. */
function toggleCase(id: string): void {
  const hash = hashOfCase(id);
  location.hash = location.hash === hash ? "#cases-closed" : hash;
}

/** The case that the address names, followed as it changes. On arrival by a link it is scrolled to. */
function useOpenCase(groups: readonly CaseGroup[]): string | null {
  const read = (): string | null =>
    caseOfHash(
      location.hash,
      groups.map(({ id }) => id),
    );
  const [openId, setOpenId] = useState(read);
  const isArrival = useRef(openId !== null);
  useEffect(() => {
    const follow = (): void => setOpenId(read());
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => {
    if (!isArrival.current) return;
    isArrival.current = false;
    requestAnimationFrame(() => document.querySelector(".case.open")?.scrollIntoView());
  }, []);
  return openId;
}

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useText();
  if (pages === 1) return null;
  return (
    <nav class="pager" aria-label={t("pages")}>
      <button type="button" class="quiet" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t("previous")}
      </button>
      <span>{t("pageOf", { page: page + 1, pages })}</span>
      <button type="button" class="quiet" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        {t("next")}
      </button>
    </nav>
  );
}
