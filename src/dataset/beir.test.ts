import { expect, test } from "vitest";
import { makeDataset, messagesOf, staleOf } from "./dataset.fixture.ts";
import { readDataset } from "./index.ts";

const corpus = '{"_id": "d1", "title": "Leave", "text": "Ten days."}\n{"_id": "d2", "title": "", "text": "x"}\n';
const queries =
  '{"_id": "q1", "text": "How many days?", "metadata": {}}\n{"_id": "q2", "text": "多少天？"}\n{"_id": "q3", "text": "no judgement"}\n';
const qrels = "query-id\tcorpus-id\tscore\nq2\td1\t1\nq1\td1\t2\nq1\td2\t0\n";
const files = { "corpus.jsonl": corpus, "queries.jsonl": queries, "qrels/test.tsv": qrels };

test("a BEIR folder: its judged queries are the cases, grades the gold", async () => {
  const { cases, documents } = await readDataset(makeDataset({ ...files, "qrels/dev.tsv": "q3\td1\t1\n" }));
  expect(cases.map(({ id, query, gold, language }) => ({ id, query, gold, language }))).toEqual([
    {
      id: "q1",
      query: "How many days?",
      gold: { kind: "groups", groups: [{ any: ["d1"], grade: 2 }], judged: ["d2"] },
      language: "en",
    },
    { id: "q2", query: "多少天？", gold: { kind: "groups", groups: [{ any: ["d1"], grade: 1 }] }, language: "zh" },
  ]);
  expect(documents).toEqual([
    { id: "d1", title: "Leave", text: "Ten days.", format: "text" },
    { id: "d2", title: "", text: "x", format: "text" },
  ]);
});

test("dataset.yaml names another split", async () => {
  const manifest = { "dataset.yaml": "cases: qrels/dev.tsv\n", "qrels/dev.tsv": "q3\td1\t1\r\n" };
  const { cases } = await readDataset(makeDataset({ ...files, ...manifest }));
  expect(cases.map(({ id }) => id)).toEqual(["q3"]);
});

test("cases of our own go before", async () => {
  const { cases } = await readDataset(makeDataset({ ...files, "cases.jsonl": '{"id": "own", "query": "?"}\n' }));
  expect(cases.map(({ id }) => id)).toEqual(["own"]);
});

test("what is wrong is told with its place", async () => {
  const messages = (more: Readonly<Record<string, string>>) => {
    const folder = makeDataset({ ...files, ...more });
    return messagesOf(() => readDataset(folder), folder);
  };
  expect(await messages({ "qrels/test.tsv": "q1\td1\t1.5\nq1 0 d1 1\nq1\td1\t1\nq1\td1\t1\n" })).toMatchInlineSnapshot(`
    "error[dataset-beir-line]: a line of BEIR judgements must be three cells separated by tabs, the last a whole number
      at:  qrels/test.tsv:1
      fix: write \`query-id\`, \`corpus-id\` and \`score\`
    error[dataset-beir-line]: a line of BEIR judgements must be three cells separated by tabs, the last a whole number
      at:  qrels/test.tsv:2
      fix: write \`query-id\`, \`corpus-id\` and \`score\`
    error[dataset-beir-twice]: document \`d1\` of query \`q1\` is judged a second time
      at:  qrels/test.tsv:4
      why: only one of the two grades could count
      fix: keep one of them"
  `);
  expect(await messages({ "qrels/test.tsv": "q9\td1\t1\n" })).toMatchInlineSnapshot(`
    "error[dataset-beir-query]: the judged query \`q9\` is not in queries.jsonl
      at:  qrels/test.tsv:1
      fix: add it, or give the two files of one collection"
  `);
  expect(staleOf(await readDataset(makeDataset({ ...files, "qrels/test.tsv": "q1\td7\t1\n" })))).toMatchInlineSnapshot(`
    "error[dataset-gold-unknown]: gold names \`d7\`, and the corpus has no document \`d7\`
      at:  queries.jsonl:1
      fix: did you mean \`d1\`?"
  `);
});

test("several splits and no test.tsv: one has to be named", async () => {
  const { "qrels/test.tsv": split, ...rest } = files;
  const folder = makeDataset({ ...rest, "qrels/dev.tsv": split, "qrels/train.tsv": split });
  expect(await messagesOf(() => readDataset(folder), folder)).toMatchInlineSnapshot(`
    "error[dataset-file-ambiguous]: the judgements are in \`dev.tsv\` and \`train.tsv\`, and \`test.tsv\` is looked for
      at:  qrels
      fix: name the split that counts in \`dataset.yaml\`, as \`cases: qrels/dev.tsv\`"
  `);
});
