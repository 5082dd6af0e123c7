import { expect, test } from "vitest";
import { type Case, hasGold } from "../core/index.ts";
import { parseCases } from "./cases.ts";
import { messagesOf } from "./dataset.fixture.ts";
import { hashCase } from "./hash.ts";

const cases = (...lines: readonly string[]) => parseCases(lines.join("\n"), "cases.jsonl", { format: ".jsonl" });
const messages = (...lines: readonly string[]) => messagesOf(() => cases(...lines));

test("reads every field, with CRLF and blank lines", () => {
  const line = JSON.stringify({
    id: "q1",
    query: "And in Berlin?",
    history: [
      { role: "user", content: "What is the limit in Rome?" },
      { role: "assistant", content: "120" },
    ],
    gold: ["a", "b", "a"],
    reference: "130",
    references: ["130", "130 euros"],
    answerable: true,
    language: "en",
    tags: ["travel", "travel"],
    metadata: { kind: "what", year: 2024, old: false },
  });
  expect(cases(`\r\n${line}\r\n\r\n`)).toEqual([
    {
      id: "q1",
      query: "And in Berlin?",
      history: [
        { role: "user", content: "What is the limit in Rome?" },
        { role: "assistant", content: "120" },
      ],
      gold: {
        kind: "groups",
        groups: [
          { any: ["a"], grade: 1 },
          { any: ["b"], grade: 1 },
        ],
      },
      references: ["130", "130 euros"],
      answerable: true,
      language: "en",
      tags: ["travel"],
      metadata: { kind: "what", year: "2024", old: "false" },
      at: "cases.jsonl:2",
    },
  ]);
});

test("a whole number that every reader keeps is an id, letter for letter", () => {
  const [read] = cases('{"id":12,"query":"a, 5","gold":[7,"07"]}');
  expect(read?.id).toBe("12");
  expect(read?.gold).toMatchObject({ groups: [{ any: ["7"] }, { any: ["07"] }] });
});

test("the four forms of gold", () => {
  const gold = (text: string) => cases(`{"id":"a","query":"b","gold":${text}}`)[0]?.gold;
  expect(gold('{"doc7#3":2,"doc9#1":1,"doc8":0}')).toEqual({
    kind: "groups",
    groups: [
      { any: ["doc7#3"], grade: 2 },
      { any: ["doc9#1"], grade: 1 },
    ],
    judged: ["doc8"],
  });
  expect(gold('{"all":[{"any":["a","b"]},{"any":["c"],"grade":0.5},{"any":["b","a"]}]}')).toEqual({
    kind: "groups",
    groups: [
      { any: ["b", "a"], grade: 1 },
      { any: ["c"], grade: 0.5 },
    ],
  });
  expect(gold('{"spans":[{"doc":"d","quote":"x"},{"doc":"d","start":3,"end":5},{"doc":"d","quote":"x"}]}')).toEqual({
    kind: "spans",
    spans: [
      { doc: "d", quote: "x" },
      { doc: "d", quote: "", start: 3, end: 5 },
    ],
  });
  for (const none of ["[]", "null", "{}", '{"spans":[]}', '{"all":[]}']) {
    expect(gold(none)).toMatchObject({ [none.includes("spans") ? "spans" : "groups"]: [] });
  }
});

test("what was judged not relevant is no gold, is kept, and is part of what a case means", () => {
  const read = (text: string) => cases(`{"id":"a","query":"b","gold":${text}}`)[0] as Case;
  expect(read('{"all":[{"any":["a","b"]},{"any":["b","c"],"grade":0}]}').gold).toEqual({
    kind: "groups",
    groups: [{ any: ["a", "b"], grade: 1 }],
    judged: ["c"],
  });
  expect(hasGold(read('{"c":0}').gold)).toBe(false);
  expect(hashCase(read('{"a":1,"c":0}'))).not.toBe(hashCase(read('{"a":1}')));
  expect(hashCase(read('{"a":1}'))).toBe(hashCase(read('["a"]')));
});

test("an id that JSON would round, or write otherwise, is refused", async () => {
  expect(
    await messages(
      '{"id":12345678901234567890,"query":"a"}',
      '{"id":9007199254740993,"query":"a"}',
      '{"id":1e3,"query":"a"}',
      '{"id":"x","query":"a","gold":[1.10, 12345678901234567890]}',
    ),
  ).toMatchInlineSnapshot(`
    "error[dataset-id-number]: \`id\` is the number 12345678901234567890, and an id must be a text
      at:  cases.jsonl:1
      why: numbers are rounded above 2^53, and 1e3, 1.0 and 1 are one number but three ids
      fix: quote this id: "12345678901234567890"
    error[dataset-id-number]: \`id\` is the number 9007199254740993, and an id must be a text
      at:  cases.jsonl:2
      why: numbers are rounded above 2^53, and 1e3, 1.0 and 1 are one number but three ids
      fix: quote this id: "9007199254740993"
    error[dataset-id-number]: \`id\` is the number 1e3, and an id must be a text
      at:  cases.jsonl:3
      why: numbers are rounded above 2^53, and 1e3, 1.0 and 1 are one number but three ids
      fix: quote this id: "1e3"
    error[dataset-id-number]: \`gold[0]\` is the number 1.10, and an id must be a text
      at:  cases.jsonl:4
      why: numbers are rounded above 2^53, and 1e3, 1.0 and 1 are one number but three ids
      fix: quote this id: "1.10"
    error[dataset-id-number]: \`gold[1]\` is the number 12345678901234567890, and an id must be a text
      at:  cases.jsonl:4
      why: numbers are rounded above 2^53, and 1e3, 1.0 and 1 are one number but three ids
      fix: quote this id: "12345678901234567890""
  `);
});

test("lines that are no objects, keys that stand twice, broken lines", async () => {
  expect(
    await messages("[1,2]", "7", "null", '{"id":"a","id":"b","query":"c"}', '{"id":"d","query":"x\u0001y"}'),
  ).toMatchInlineSnapshot(`
    "error[dataset-not-an-object]: a line must be an object, not a list
      at:  cases.jsonl:1
      fix: write it as {"id": …, …}
    error[dataset-not-an-object]: a line must be an object, not \`7\`
      at:  cases.jsonl:2
      fix: write it as {"id": …, …}
    error[dataset-not-an-object]: a line must be an object, not null
      at:  cases.jsonl:3
      fix: write it as {"id": …, …}
    error[dataset-duplicate-key]: the key \`id\` stands twice in one object
      at:  cases.jsonl:4
      why: one of the two values would be lost
      fix: keep one of them
    error[dataset-json]: this line is not JSON: bad control character in string literal
      at:  cases.jsonl:5:21
      fix: mend the line; each line holds one whole object"
  `);
  expect(await messages('{"id":"a","query":"b"', '{"id":"a" "query":"b"}')).toMatch(
    /cases\.jsonl:1.*\n[\s\S]*cases\.jsonl:2:11/,
  );
});

test("a JSON list or an object over several lines gets one message", async () => {
  expect(await messages("[", '  {"id":"a","query":"b"},', "]")).toMatchInlineSnapshot(`
    "error[dataset-json]: the file is one JSON list, not JSON lines
      at:  cases.jsonl:1
      fix: write one object a line, without a list around them and without commas between them"
  `);
  expect(await messages("{", '  "id": "a"', "}")).toMatchInlineSnapshot(`
    "error[dataset-json]: the file has an object over several lines, not JSON lines
      at:  cases.jsonl:1
      fix: write one object a line, without a list around them and without commas between them"
  `);
});

test("misspelt fields, two names for one field, missing and empty fields, wrong types", async () => {
  expect(
    await messages(
      '{"id":"a","query":"b","refrence":"c","kind":"who"}',
      '{"id":"b","query":"b","question":"c"}',
      '{"query":"b"}',
      '{"id":"d","query":"  "}',
      '{"id":"e","query":["b"],"answerable":"no","language":"de","tags":[{}],"metadata":["x"],"history":[{"role":"system","content":"x"}]}',
      '{"id":true,"query":"b"}',
      '{"id":"f\\u200b","query":"b"}',
    ),
  ).toMatchInlineSnapshot(`
    "error[dataset-unknown-field]: unknown field \`refrence\` of a case
      at:  cases.jsonl:1
      why: a misspelt field would be lost without a word
      fix: did you mean \`reference\`? Labels of your own go below \`metadata\`
    error[dataset-unknown-field]: unknown field \`kind\` of a case
      at:  cases.jsonl:1
      why: a misspelt field would be lost without a word
      fix: put a label of your own below \`metadata\`; the fields are \`id\`, \`query\`, \`gold\`, \`reference\`, \`references\`, \`answerable\`, \`language\`, \`tags\`, \`metadata\`, \`history\`
    error[dataset-field-twice]: \`query\` and \`question\` are both the \`query\` of a case
      at:  cases.jsonl:2
      why: one of the two would be lost
      fix: keep one of them
    error[dataset-field-missing]: the case has no \`id\`
      at:  cases.jsonl:3
      fix: give it an id of its own
    error[dataset-field-value]: \`query\` must be a text, not empty
      at:  cases.jsonl:4
      fix: write the question that is asked
    error[dataset-field-value]: \`query\` must be a text, not a list
      at:  cases.jsonl:5
      fix: write the question that is asked
    error[dataset-field-value]: \`answerable\` must be true or false, not \`no\`
      at:  cases.jsonl:5
      fix: write \`true\` or \`false\`; in a table also yes, no, 是, 否, 1 or 0
    error[dataset-field-value]: \`language\` must be \`en\` or \`zh\`, not \`de\`
      at:  cases.jsonl:5
      fix: or leave it out: it is told from the query
    error[dataset-field-value]: \`history\` must be a list of turns, oldest first
      at:  cases.jsonl:5
      fix: write each as {"role": "user", "content": "…"} or with the role \`assistant\`
    error[dataset-field-value]: \`tags\` must be a text or a list of texts, not an object
      at:  cases.jsonl:5
      fix: write it in quotation marks
    error[dataset-field-value]: \`metadata\` must be an object, not a list
      at:  cases.jsonl:5
      fix: write it as {"kind": "who"}
    error[dataset-field-value]: \`id\` must be an id, which is a text, not \`true\`
      at:  cases.jsonl:6
      fix: write the id in quotation marks
    error[dataset-id]: \`id\` is "f\\u200b", with a character that cannot be seen
      at:  cases.jsonl:7
      why: ids are compared letter for letter
      fix: write "f""
  `);
});

test("gold of no form, grades below 0, gold of what has no answer", async () => {
  expect(
    await messages(
      '{"id":"a","query":"b","gold":{"d":-1,"e":"2"}}',
      '{"id":"b","query":"b","gold":true}',
      '{"id":"b2","query":"b","gold":{"span":[{"doc":"d","quote":"x"}]}}',
      '{"id":"c","query":"b","gold":[{"doc":"d","quote":"x"}]}',
      '{"id":"d","query":"b","gold":{"all":[{"any":[]}]}}',
      '{"id":"e","query":"b","gold":{"spans":[{"doc":"d"},{"doc":"d","start":5,"end":2},{"doc":"d","qoute":"x","quote":"x"}]}}',
      '{"id":"f","query":"b","gold":["d"],"answerable":false}',
    ),
  ).toMatchInlineSnapshot(`
    "error[dataset-gold-grade]: \`gold.d\` must be a grade, a number from 0 to 1000000, not \`-1\`
      at:  cases.jsonl:1
      fix: grade 0 is not relevant, and a higher grade is more relevant
    error[dataset-gold-grade]: \`gold.e\` must be a grade, a number from 0 to 1000000, not a text
      at:  cases.jsonl:1
      fix: grade 0 is not relevant, and a higher grade is more relevant
    error[dataset-gold-form]: \`gold\` must not be \`true\`
      at:  cases.jsonl:2
      fix: write ids \`["d1"]\`, graded ids \`{"d1": 2}\`, groups \`{"all": [{"any": ["d1", "d2"]}]}\` or evidence \`{"spans": [{"doc": "d1", "quote": "…"}]}\`
    error[dataset-gold-form]: \`gold.span\` must not be a list
      at:  cases.jsonl:3
      fix: write ids \`["d1"]\`, graded ids \`{"d1": 2}\`, groups \`{"all": [{"any": ["d1", "d2"]}]}\` or evidence \`{"spans": [{"doc": "d1", "quote": "…"}]}\`
    error[dataset-gold-form]: \`gold\` must be an id, not an object
      at:  cases.jsonl:4
      fix: write ids \`["d1"]\`, graded ids \`{"d1": 2}\`, groups \`{"all": [{"any": ["d1", "d2"]}]}\` or evidence \`{"spans": [{"doc": "d1", "quote": "…"}]}\`
    error[dataset-gold-form]: \`gold.all[0]\` must be a group, \`{"any": ["d1", …]}\` with one id or more
      at:  cases.jsonl:5
      fix: write ids \`["d1"]\`, graded ids \`{"d1": 2}\`, groups \`{"all": [{"any": ["d1", "d2"]}]}\` or evidence \`{"spans": [{"doc": "d1", "quote": "…"}]}\`
    error[dataset-gold-form]: \`gold.spans[0]\` must have a \`quote\`, or \`start\` and \`end\`
      at:  cases.jsonl:6
      fix: quote the words of the document that hold the answer
    error[dataset-span-offsets]: \`gold.spans[1]\` must have whole numbers \`start\` and \`end\`, 0 or more, \`start\` before \`end\`
      at:  cases.jsonl:6
      fix: count UTF-16 code units in the document's text, \`end\` exclusive; or quote the words
    error[dataset-unknown-field]: unknown field \`qoute\` in \`gold.spans[2]\`
      at:  cases.jsonl:6
      fix: did you mean \`quote\`?
    error[dataset-gold-unanswerable]: the case is not answerable and has gold
      at:  cases.jsonl:7
      why: gold says where the answer stands
      fix: remove the gold, or \`answerable: false\`"
  `);
});

test("two cases with one id", async () => {
  expect(await messages('{"id":"q-017","query":"a"}', "", '{"id":"q-017","query":"b"}')).toMatchInlineSnapshot(`
    "error[dataset-duplicate-id]: two cases have the id \`q-017\`
      at:  cases.jsonl:3
      why: runs are compared by case id, so one of the two would be lost
      fix: give it an id of its own; the other one is on line 1"
  `);
});

test("a mistake on every line is told twenty times, not a thousand", async () => {
  const { shortenProblems } = await import("./place.ts");
  const problems = Array.from({ length: 1000 }, (_, i) => ({
    code: "dataset-json",
    what: "x",
    at: `a.jsonl:${i + 1}:7`,
  }));
  const shown = shortenProblems(problems);
  expect(shown).toHaveLength(21);
  expect(shown.at(-1)).toEqual({
    code: "dataset-json",
    what: "980 more problems like the 20 above are not shown: a.jsonl:21-1000",
    at: "a.jsonl:21:7",
    fix: "mend those above first; often one change mends all",
  });
});

test("the lines that are not told one by one are named", async () => {
  const { shortenProblems } = await import("./place.ts");
  const lines = [...Array.from({ length: 20 }, (_, i) => i + 1), 30, 31, 31, 33];
  const problems = lines.map((line) => ({ code: "dataset-json", what: "x", at: `a.jsonl:${line}` }));
  const told = (more: readonly { readonly code: string; readonly what: string; readonly at?: string }[]) =>
    shortenProblems([...problems, ...more])
      .at(-1)
      ?.what.replace(/^.*not shown/, "");
  expect(told([])).toBe(": a.jsonl:30-31, a.jsonl:33");
  const files = [{ at: "b.md" }, { at: "c.md" }, {}].map((at) => ({ code: "dataset-json", what: "x", ...at }));
  expect(told(files)).toBe(": a.jsonl:30-31, a.jsonl:33, b.md, c.md");
  const odd = Array.from({ length: 20 }, (_, i) => ({ code: "dataset-json", what: "x", at: `a.jsonl:${41 + 2 * i}` }));
  expect(told(odd)).toMatch(/a\.jsonl:59, …$/);
});

test("an id that stands twice is told also where something else is wrong with the case", async () => {
  expect(await messages('{"id":1,"query":""}', '{"question_id":"1","query":"b"}', '{"id":""}', '{"id":""}')).toMatch(
    /two cases have the id `1`\n {2}at: {2}cases\.jsonl:2\n.*\n.*line 1$/,
  );
});

test("a text that looks like the reader's own mark for numbers stays a text", () => {
  const queries = ["\0number:5", "\0", "\0\0" + "7", "\\u00007"];
  const lines = queries.map((query, i) => JSON.stringify({ id: i, query: `${query}x`, tags: [query] }));
  expect(cases(...lines).map(({ tags }) => tags)).toEqual(queries.map((query) => [query]));
});

test("brackets that nest without end are told in words", async () => {
  const line = (depth: number) => `{"id":"a","query":"[","metadata":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  expect(await messages(line(50_000))).toMatchInlineSnapshot(`
    "error[dataset-json]: this line is not JSON: more than 100 brackets stand inside each other
      at:  cases.jsonl:1
      fix: mend the line; each line holds one whole object"
  `);
  const wide = JSON.stringify({
    id: "a",
    query: "[".repeat(500),
    gold: [],
    tags: Array.from({ length: 200 }, () => "x{"),
  });
  expect(cases(wide)[0]?.query).toHaveLength(500);
});

test("a quotation of marks and blanks alone is refused, without a corpus too", async () => {
  const spans = (quote: string) => JSON.stringify({ id: "a", query: "b", gold: { spans: [{ doc: "d", quote }] } });
  expect(await messages(spans("**"))).toMatchInlineSnapshot(`
    "error[dataset-span-quote]: \`gold.spans[0].quote\` is "**", which is nothing once its marks and blanks are dropped
      at:  cases.jsonl:1
      why: quotations are compared by their words, and these are none
      fix: quote the words of the document that hold the answer"
  `);
  for (const quote of ["#", "\u200B", "* **"]) expect(await messages(spans(quote))).toContain("[dataset-span-quote]");
  expect(await messages(spans("C#"))).toBe("no problem");
});

test("a grade above a million is refused", async () => {
  expect(await messages('{"id":"a","query":"b","gold":{"d":1e6}}')).toBe("no problem");
  expect(await messages('{"id":"a","query":"b","gold":{"d":1000001}}')).toContain("[dataset-gold-grade]");
  expect(await messages('{"id":"a","query":"b","gold":{"d":1e999}}')).toContain("[dataset-gold-grade]");
});
