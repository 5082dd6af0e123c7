import { describe, expect, test } from "vitest";
import { type Gold, InputError, type RetrievedChunk, type Score } from "../core/index.ts";
import {
  defineMetric,
  describeMetric,
  isMetric,
  type Metric,
  type MetricDefinition,
  type MetricInput,
  metricDefinitions,
  resolveMetric,
  scoreRetrieval,
} from "./index.ts";

const metric = (name: string): Metric => {
  const resolved = resolveMetric(name);
  if (!isMetric(resolved)) throw new Error(resolved.what);
  return resolved;
};
const judgedNot = (gold: Gold, ...judged: string[]): Gold => ({ ...gold, judged }) as Gold;
const all = (k: number): readonly Metric[] => metricDefinitions.map((definition) => metric(exampleOf(definition, k)));
const exampleOf = ({ name, parameter }: MetricDefinition, k: number): string => {
  if (parameter === "none") return name;
  if (parameter === "persistence") return `${name}(0.8)`;
  return parameter === "recallLevel" ? `${name}@0.5` : `${name}@${k}`;
};
const ids = (...names: string[]): Gold => ({ kind: "groups", groups: names.map((id) => ({ any: [id], grade: 1 })) });
const list = (...names: string[]): RetrievedChunk[] => names.map((id) => ({ id }));
const value = (name: string, gold: Gold, retrieved: readonly RetrievedChunk[]): Score | undefined =>
  scoreRetrieval(gold, retrieved, [metric(name)]).scores[metric(name).id];

describe("by hand", () => {
  const gold = ids("a", "b", "c");
  const retrieved = list("a", "x", "b", "y", "z");

  test("recall@5: 2 of 3 found", () => {
    expect(value("recall@5", gold, retrieved)).toEqual({ kind: "scored", value: 2 / 3 });
  });
  test("recall@1: 1 of 3 found", () => {
    expect(value("recall@1", gold, retrieved)).toEqual({ kind: "scored", value: 1 / 3 });
  });
  test("precision@5: 2 of 5 places, and of 10 places when only 5 came", () => {
    expect(value("precision@5", gold, retrieved)).toEqual({ kind: "scored", value: 0.4 });
    expect(value("precision@10", gold, retrieved)).toEqual({ kind: "scored", value: 0.2 });
  });
  test("map@10: (1/1 + 2/3) / 3 = 0.5556", () => {
    expect(value("map@10", gold, retrieved)).toEqual({ kind: "scored", value: (1 + 2 / 3) / 3 });
  });
  test("mrr@10 is 1/2 when the second is relevant, and 0 when the first relevant one is beyond k", () => {
    expect(value("mrr@10", ids("b"), list("a", "b"))).toEqual({ kind: "scored", value: 0.5 });
    expect(value("mrr@1", ids("b"), list("a", "b"))).toEqual({ kind: "scored", value: 0 });
  });
  test("ndcg@10 with grades 3 2 3 0 1 2 is 6.8611 / 7.1410 = 0.9608", () => {
    // dcg = 3 + 2/1.585 + 3/2 + 0 + 1/2.585 + 2/2.807; ideal order 3 3 2 2 1
    const graded: Gold = {
      kind: "groups",
      groups: Object.entries({ a: 3, b: 2, c: 3, e: 1, f: 2 }).map(([id, grade]) => ({ any: [id], grade })),
    };
    expect(value("ndcg@10", graded, list("a", "b", "c", "d", "e", "f"))).toEqual({
      kind: "scored",
      value: expect.closeTo(0.9608, 4),
    });
  });
  test("ndcg_exp@2 weighs grade 3 with 7: grades 1 3 are (1 + 7/1.585) / (7 + 1/1.585) = 0.7098", () => {
    const graded: Gold = {
      kind: "groups",
      groups: [
        { any: ["a"], grade: 1 },
        { any: ["b"], grade: 3 },
      ],
    };
    expect(value("ndcg_exp@2", graded, list("a", "b"))).toEqual({ kind: "scored", value: expect.closeTo(0.7098, 4) });
  });
  test("ndcg_exp gains 2^grade − 1 for each thing, also when one chunk satisfies two", () => {
    // c satisfies both, 3 + 1 = 4 at rank 2; the best list has it first: (4 / log2 3) / 4 = 0.6309
    const both: Gold = {
      kind: "groups",
      groups: [
        { any: ["a", "c"], grade: 2 },
        { any: ["b", "c"], grade: 1 },
      ],
    };
    expect(value("ndcg_exp", both, list("x", "c"))).toEqual({ kind: "scored", value: expect.closeTo(0.6309, 4) });
  });
  test("ndcg_exp stays a number when 2^grade does not", () => {
    const huge: Gold = {
      kind: "groups",
      groups: [
        { any: ["a"], grade: 5000 },
        { any: ["b"], grade: 1 },
      ],
    };
    expect(value("ndcg_exp", huge, list("x", "a"))).toEqual({ kind: "scored", value: expect.closeTo(0.6309, 4) });
  });
  test("without a cut-off the whole list counts", () => {
    expect(value("mrr", ids("z"), retrieved)).toEqual({ kind: "scored", value: 1 / 5 });
    expect(value("map", ids("z"), retrieved)).toEqual({ kind: "scored", value: 1 / 5 });
    expect(value("ndcg", ids("b"), retrieved)).toEqual({ kind: "scored", value: 1 / 2 });
  });
  test("rprec: 1 of 3 relevant ones is among the first 3 in [a, x, y]; 2 of 3 in [a, x, b]", () => {
    expect(value("rprec", gold, list("a", "x", "y", "b"))).toEqual({ kind: "scored", value: 1 / 3 });
    expect(value("rprec", gold, retrieved)).toEqual({ kind: "scored", value: 2 / 3 });
  });
  test("f1@5 of precision 2/5 and recall 2/3 is 2 · 2/5 · 2/3 / (16/15) = 1/2", () => {
    expect(value("f1@5", gold, retrieved)).toEqual({ kind: "scored", value: expect.closeTo(1 / 2, 12) });
  });
  test("set measures of 2 found among 5, of 3: 2/5, 2/3 and 1/2", () => {
    expect(value("set_precision", gold, retrieved)).toEqual({ kind: "scored", value: 2 / 5 });
    expect(value("set_recall", gold, retrieved)).toEqual({ kind: "scored", value: 2 / 3 });
    expect(value("set_f1", gold, retrieved)).toEqual({ kind: "scored", value: expect.closeTo(1 / 2, 12) });
  });
  test("iprec: all three are found at place 7, where the purity is 3/7; the first alone has 1", () => {
    const found = list("a", "x", "y", "z", "b", "w", "c");
    expect(value("iprec@0", gold, found)).toEqual({ kind: "scored", value: 1 });
    expect(value("iprec@1", gold, found)).toEqual({ kind: "scored", value: 3 / 7 });
    expect(value("iprec@1", gold, list("a", "b"))).toEqual({ kind: "scored", value: 0 });
  });
  test("bpref: n1 stands above b, so b counts 1 − 1/1: (1 + 0) / 3; unjudged x costs nothing", () => {
    expect(value("bpref", judgedNot(gold, "n1"), list("x", "a", "n1", "b"))).toEqual({
      kind: "scored",
      value: expect.closeTo(1 / 3, 12),
    });
  });
  test("infap: a first gives 1; b at 3 below one relevant and one not: 1/3 + 2/3 · 2/2 · 1/2 = 2/3", () => {
    const value3 = value("infap", judgedNot(ids("a", "b"), "n"), list("a", "n", "b"));
    expect(value3).toEqual({ kind: "scored", value: expect.closeTo((1 + 2 / 3) / 2, 5) });
  });
  test("err@2 of grades 0 4 on a scale of 4: (15/16) / 2", () => {
    const graded: Gold = { kind: "groups", groups: [{ any: ["a"], grade: 4 }] };
    expect(value("err@2", graded, list("x", "a"))).toEqual({ kind: "scored", value: 15 / 32 });
  });
  test("rbp(0.5) of relevant places 1 and 3: 0.5 · (1 + 0.25) = 0.625", () => {
    expect(value("rbp(0.5)", gold, retrieved)).toEqual({ kind: "scored", value: 0.625 });
  });
  test("judged@4: a and b are relevant, n1 is judged not, x nobody judged: 3 of 4; of a list of 2, 1 of 2", () => {
    expect(value("judged@4", judgedNot(gold, "n1"), list("a", "x", "n1", "b"))).toEqual({
      kind: "scored",
      value: 3 / 4,
    });
    expect(value("judged@4", judgedNot(gold, "n1"), list("a", "x"))).toEqual({ kind: "scored", value: 1 / 2 });
  });
  test("a document judged not relevant counts once, however many of its chunks come", () => {
    // bpref: one thing not relevant of one above b, so b counts 0; a second chunk of it makes it no worse
    const chunks: RetrievedChunk[] = [{ id: "a" }, { id: "n#0", docId: "n" }, { id: "n#1", docId: "n" }, { id: "b" }];
    expect(value("bpref", judgedNot(ids("a", "b"), "n"), chunks)).toEqual({ kind: "scored", value: 1 / 2 });
    expect(value("judged@4", judgedNot(ids("a", "b"), "n"), chunks)).toEqual({ kind: "scored", value: 1 });
    expect(value("chunk_precision@4", judgedNot(ids("a", "b"), "n"), chunks)).toEqual({ kind: "scored", value: 1 / 2 });
  });
  test("a list that repeats itself earns nothing by it: [A, A, B] against {A, C}", () => {
    // recall 1/2, mrr 1, ndcg 1 / (1 + 1/log2 3) = 0.6131
    expect(value("recall@3", ids("A", "C"), list("A", "A", "B"))).toEqual({ kind: "scored", value: 0.5 });
    expect(value("mrr@3", ids("A", "C"), list("A", "A", "B"))).toEqual({ kind: "scored", value: 1 });
    expect(value("ndcg@3", ids("A", "C"), list("A", "A", "B"))).toEqual({
      kind: "scored",
      value: expect.closeTo(0.6131, 4),
    });
  });
  test("two spans in one chunk are found together, and the order is then perfect", () => {
    const spans: Gold = {
      kind: "spans",
      spans: [
        { doc: "d", quote: "the limit is 200 yuan" },
        { doc: "d", quote: "per day and person" },
      ],
    };
    const both: RetrievedChunk[] = [{ id: "d#0", docId: "d", text: "Note: the limit is 200 yuan per day and person." }];
    expect(value("recall@1", spans, both)).toEqual({ kind: "scored", value: 1 });
    expect(value("ndcg@1", spans, both)).toEqual({ kind: "scored", value: 1 });
  });
  test("a span in another document with the same words is not found", () => {
    const spans: Gold = { kind: "spans", spans: [{ doc: "d", quote: "the limit is 200 yuan" }] };
    expect(value("recall@1", spans, [{ id: "e#0", docId: "e", text: "the limit is 200 yuan" }])).toEqual({
      kind: "scored",
      value: 0,
    });
  });
  test("offsets decide where both have them: 40 of 100 characters are too few, 50 are enough", () => {
    const spans: Gold = { kind: "spans", spans: [{ doc: "d", quote: "q".repeat(100), start: 100, end: 200 }] };
    const chunk = (start: number, end: number): RetrievedChunk => ({ id: "d#1", docId: "d", start, end });
    expect(value("hit@1", spans, [chunk(160, 400)])).toEqual({ kind: "scored", value: 0 });
    expect(value("hit@1", spans, [chunk(150, 400)])).toEqual({ kind: "scored", value: 1 });
    expect(value("hit@1", spans, [chunk(200, 400)])).toEqual({ kind: "scored", value: 0 });
  });
});

describe("without a number", () => {
  test("no gold: absent for every metric, never 0 and never 1", () => {
    const { scores } = scoreRetrieval(ids(), list("a"), all(5));
    expect(new Set(Object.values(scores).map((score) => JSON.stringify(score)))).toEqual(
      new Set(['{"kind":"absent","why":"no gold"}']),
    );
    expect(Object.keys(scores)).toHaveLength(metricDefinitions.length);
  });
  test("nothing retrieved: a true 0 for every metric", () => {
    for (const { id, definition } of all(5)) {
      const gold: Gold = definition.needs === "spans" ? { kind: "spans", spans: [{ doc: "d", quote: "q" }] } : ids("a");
      expect(value(id, gold, []), id).toEqual({ kind: "scored", value: 0 });
    }
  });
});

describe("names", () => {
  test("the spellings of the field are understood", () => {
    expect(["Recall@5", "R@5", "RR@10", "AP@10", "nDCG@10", "P@5", "success@5"].map((name) => metric(name).id)).toEqual(
      ["recall@5", "recall@5", "mrr@10", "map@10", "ndcg@10", "precision@5", "hit@5"],
    );
  });
  test("a cut-off can be left out where the whole list makes sense", () => {
    expect(["RR", "RR@10", "AP", "MRR", "nDCG", "Rprec", "bpref", "infAP"].map((name) => metric(name).id)).toEqual([
      "mrr",
      "mrr@10",
      "map",
      "mrr",
      "ndcg",
      "rprec",
      "bpref",
      "infap",
    ]);
  });
  test("recall levels and persistences have one spelling each", () => {
    expect(
      ["iprec@0.10", "IPrec@.1", "iprec_at_recall@1.00", "RBP(0.80)", "rbp(p=0.8)"].map((name) => metric(name).id),
    ).toEqual(["iprec@0.1", "iprec@0.1", "iprec@1", "rbp(0.8)", "rbp(0.8)"]);
  });
  test("no two metrics share a spelling", () => {
    const names = metricDefinitions.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
  test("a metric tells what it means, with its cut-off", () => {
    expect(["mrr@3", "mrr", "recall@1", "rbp(0.8)"].map((name) => describeMetric(metric(name)))).toEqual([
      "1 when the first result is relevant, 1/2 when it is the second, 1/3 the third, 0 beyond 3.",
      "1 when the first result is relevant, 1/2 when it is the second, 1/3 the third, 0 when none is.",
      "The share of what should be found that stands among the first result.",
      "The share of relevant results, weighed by how likely a reader is to come that far down the list.",
    ]);
  });
  test("a misspelt name gets the nearest one", () => {
    expect(resolveMetric("recal@5", "touchstone.yaml:3")).toEqual({
      code: "metric-unknown",
      what: "there is no metric `recal@5`",
      at: "touchstone.yaml:3",
      fix: "did you mean `recall@5`?",
    });
  });
  test.each(["recall", "recall@", "recall@0", "recall@-1", "recall@5.5", "recall@5@5", "recall@1e3"])(
    "%s has no usable cut-off",
    (name) => {
      expect(resolveMetric(name)).toMatchObject({ code: "metric-cutoff", fix: "write `recall@5`" });
    },
  );
  test.each([
    ["mrr@", "`mrr@` needs no cut-off, or a whole number from 1 to 999999 after `@`", "write `mrr@10`"],
    ["rprec@5", "`rprec@5` needs nothing behind its name", "write `rprec`"],
    ["rbp", "`rbp` needs a persistence, a number between 0 and 1 in brackets", "write `rbp(0.8)`"],
    ["rbp(1)", "`rbp(1)` needs a persistence, a number between 0 and 1 in brackets", "write `rbp(0.8)`"],
    ["iprec@1.1", "`iprec@1.1` needs a recall level, a number from 0 to 1 after `@`", "write `iprec@0.1`"],
  ])("%s: what it needs is told", (name, what, fix) => {
    expect(resolveMetric(name)).toEqual({ code: "metric-cutoff", what, fix });
  });
  test("options stand in brackets; a default is left out, so that equal numbers have equal ids", () => {
    const idOf = (name: string): unknown => (resolveMetric(name) as Metric).id;
    expect(
      [
        "Recall(view=documents)@5",
        "recall(view=slots)@5",
        "nDCG( grade=coverage, cover=.8 )@10",
        "rbp(0.80,view=documents)",
        "rbp(p=0.8, cover=0.5)",
        "map(view=documents)",
      ].map(idOf),
    ).toEqual([
      "recall(view=documents)@5",
      "recall@5",
      "ndcg(cover=0.8,grade=coverage)@10",
      "rbp(0.8,view=documents)",
      "rbp(0.8)",
      "map(view=documents)",
    ]);
  });
  test.each([
    ["recall(view=pages)@5", "`view=pages` is none of", "write `recall@5`"],
    ["recall(cover=0)@5", "`cover=0` is none of", "write `recall@5`"],
    ["recall(cover=1.2)@5", "`cover=1.2` is none of", "write `recall@5`"],
    ["recall(0.8)@5", "`0.8` in brackets means nothing here", "write `recall@5`"],
    ["recall()@5", "`` in brackets means nothing here", "write `recall@5`"],
    ["span_iou(view=documents)@5", "it counts characters, and has no options", "write `span_iou@5`"],
  ])("%s: what is wrong with the options is told", (name, what, fix) => {
    const problem = resolveMetric(name);
    expect(problem).toMatchObject({ code: "metric-options", fix });
    expect("what" in problem && problem.what.startsWith(`\`${name}\`: ${what}`)).toBe(true);
  });
  test("the nearest name keeps the parameter that was written", () => {
    const fixOf = (name: string): unknown => resolveMetric(name);
    expect(["ndgc@20", "rbpp(0.9)", "bpreff", "ndcgexp@3"].map(fixOf)).toMatchObject([
      { fix: "did you mean `ndcg@20`?" },
      { fix: "did you mean `rbp(0.9)`?" },
      { fix: "did you mean `bpref`?" },
      { fix: "did you mean `ndcg_exp@3`?" },
    ]);
  });
});

describe("a metric of one's own", () => {
  const firstIsRelevant = defineMetric({ name: "first", score: ({ credits }) => ((credits[0] ?? 0) > 0 ? 1 : 0) });

  test("is found by its name beside those that are built in, and scores", () => {
    const definitions = [...metricDefinitions, firstIsRelevant];
    const resolved = resolveMetric("First", undefined, { definitions });
    if (!isMetric(resolved)) throw new Error(resolved.what);
    expect(scoreRetrieval(ids("a"), list("a"), [resolved]).scores).toEqual({ first: { kind: "scored", value: 1 } });
    expect(resolveMetric("frist", undefined, { definitions })).toMatchObject({ fix: "did you mean `first`?" });
  });
  test("a value outside 0 to 1 is an error, not a score", () => {
    const resolved = resolveMetric("two", undefined, { definitions: [defineMetric({ name: "two", score: () => 2 })] });
    if (!isMetric(resolved)) throw new Error(resolved.what);
    expect(scoreRetrieval(ids("a"), list("a"), [resolved]).scores["two"]).toMatchObject({
      kind: "error",
      error: { kind: "metric_out_of_range" },
    });
  });
  test.each(["0.5", true, undefined, null, Number.NaN, -0.1, {}])("%s is no score, but an error", (given) => {
    const own = defineMetric({ name: "own", score: () => given as number });
    const resolved = resolveMetric("own", undefined, { definitions: [own] });
    if (!isMetric(resolved)) throw new Error(resolved.what);
    expect(scoreRetrieval(ids("a"), list("a"), [resolved]).scores["own"]).toMatchObject({
      kind: "error",
      error: { kind: "metric_out_of_range" },
    });
  });
  test("texts are texts and aliases a list of names", () => {
    const wrong = { name: "own", score: () => 1, title: 5, aliases: "mine" } as unknown as MetricInput;
    expect(() => defineMetric(wrong)).toThrow(
      /`own` has `aliases` that are no list.*`own` has a `title` that is no text/s,
    );
  });
  test("all that is wrong with it is told at once", () => {
    const wrong = { name: "My metric", parameter: "top", score: "no function" } as unknown as MetricInput;
    expect(() => defineMetric(wrong)).toThrow(InputError);
    try {
      defineMetric(wrong);
    } catch (error) {
      expect((error as InputError).problems).toEqual([
        {
          code: "metric-definition",
          what: "no metric can be called `My metric`",
          fix: "use lower case letters, digits and `_`, a letter first",
        },
        {
          code: "metric-definition",
          what: "the metric `My metric` has no function `score`",
          fix: "write `score: (ranking, k) => …`, a number from 0 to 1",
        },
        {
          code: "metric-definition",
          what: "the metric `My metric` has the parameter `top`",
          fix: "choose one of `cutoff`, `optionalCutoff`, `recallLevel`, `persistence`, `none`",
        },
      ]);
    }
  });
});
