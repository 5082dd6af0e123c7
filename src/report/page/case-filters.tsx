import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { MetricSummary } from "../../record/index.ts";
import type { CaseGroup } from "./case-group.ts";
import { labelKey, labelValue, useText } from "./language.ts";
import { type CaseFilter, type CaseOrder, changeKinds, noFilter, outcomeKinds } from "./select-cases.ts";

interface CaseFiltersProps {
  readonly groups: readonly CaseGroup[];
  readonly metrics: readonly MetricSummary[];
  readonly filter: CaseFilter;
  readonly onFilter: (filter: CaseFilter) => void;
  readonly order: CaseOrder;
  readonly onOrder: (order: CaseOrder) => void;
}

/** The search box, the filters and the order of the list of cases. */
export function CaseFilters({ groups, metrics, filter, onFilter, order, onOrder }: CaseFiltersProps) {
  const { t } = useText();
  const labels = useMemo(() => valuesByKey(groups), [groups]);
  const set = (changes: Partial<CaseFilter>): void => onFilter({ ...filter, ...changes });
  const isFiltered = JSON.stringify({ ...filter, labels: Object.values(filter.labels).join("") }) !== emptyFilter;
  return (
    <search class="filters">
      <label class="wide">
        {t("search")}
        <input
          type="search"
          value={filter.search}
          placeholder={t("searchHint")}
          onInput={(event) => set({ search: event.currentTarget.value })}
        />
      </label>
      {[...labels].map(([key, values]) => (
        <Choice
          key={key}
          label={labelKey(key, t)}
          value={filter.labels[key] ?? ""}
          onChoose={(value) => set({ labels: { ...filter.labels, [key]: value } })}
          options={[["", t("any")], ...values.map((value) => [value, labelValue({ key, value }, t)] as const)]}
        />
      ))}
      <Choice
        label={t("filterChange")}
        value={filter.change}
        onChoose={(change) => set({ change })}
        options={[["", t("any")], ...changeKinds.map((kind) => [kind, t(`change.${kind}`)] as const)]}
      />
      {filter.change !== "" && filter.change !== "error" && (
        <Choice
          label={t("inMetric")}
          value={filter.metric}
          onChoose={(metric) => set({ metric })}
          options={[["", t("anyMetric")], ...metrics.map(({ id }) => [id, id] as const)]}
        />
      )}
      <Choice
        label={t("filterOutcome")}
        value={filter.outcome}
        onChoose={(outcome) => set({ outcome })}
        options={[["", t("any")], ...outcomeKinds.map((kind) => [kind, t(`outcome.${kind}`)] as const)]}
      />
      {filter.errorKind !== "" && (
        <Choice
          label={t("errors")}
          value={filter.errorKind}
          onChoose={(errorKind) => set({ errorKind })}
          options={[
            ["", t("any")],
            [filter.errorKind, filter.errorKind],
          ]}
        />
      )}
      <OrderChoice metrics={metrics} order={order} onOrder={onOrder} />
      {isFiltered && (
        <button type="button" class="quiet" onClick={() => onFilter(noFilter)}>
          {t("clear")}
        </button>
      )}
    </search>
  );
}

const emptyFilter = JSON.stringify({ ...noFilter, labels: "" });

function OrderChoice({ metrics, order, onOrder }: Pick<CaseFiltersProps, "metrics" | "order" | "onOrder">) {
  const { t } = useText();
  const orders: readonly (readonly [Pick<CaseOrder, "by" | "metric">, string])[] = [
    [{ by: "dataset", metric: "" }, t("sort.dataset")],
    [{ by: "id", metric: "" }, t("sort.id")],
    [{ by: "change", metric: "" }, t("sort.change", { metric: t("anyMetric") })],
    ...metrics.map(({ id }) => [{ by: "change", metric: id }, t("sort.change", { metric: id })] as const),
    ...metrics.map(({ id }) => [{ by: "score", metric: id }, t("sort.score", { metric: id })] as const),
  ];
  const chosen = orders.findIndex(([{ by, metric }]) => by === order.by && metric === order.metric);
  return (
    <>
      <Choice
        label={t("sort")}
        value={String(chosen)}
        onChoose={(index) => onOrder({ ...order, ...orders[Number(index)]?.[0] })}
        options={orders.map(([, name], index) => [String(index), name] as const)}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={order.isReversed}
          onChange={(event) => onOrder({ ...order, isReversed: event.currentTarget.checked })}
        />
        {t("reverse")}
      </label>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: ComponentChildren;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  readonly options: readonly (readonly [Value, string])[];
}

function Choice<Value extends string>({ label, value, onChoose, options }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option} selected={option === value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Slice key to the values that some case has, in order. */
function valuesByKey(groups: readonly CaseGroup[]): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, Set<string>>();
  for (const { first } of groups) {
    for (const [key, values] of Object.entries(first.labels)) {
      const known = byKey.get(key) ?? new Set();
      for (const value of values) known.add(value);
      byKey.set(key, known);
    }
  }
  return new Map([...byKey].filter(([, values]) => values.size > 1).map(([key, values]) => [key, [...values].sort()]));
}
