import { expect, test } from "vitest";
import { parseCases } from "./cases.ts";
import { messagesOf } from "./dataset.fixture.ts";

const cases = (text: string) => parseCases(text, "cases.yaml", { format: ".yaml" });
const messages = (text: string) => messagesOf(() => cases(text));

test("ids and gold stay letter for letter without quotes", () => {
  const read = cases(`- id: 007
  query: a
  gold: [1e3, 2024-01-02, 12345678901234567890, 0x1F, true]
- id: 1.10
  query: 2024
  gold: { 00012: 2, 1_000: 0.5 }
`);
  expect(read.map(({ id, query, at }) => [id, query, at])).toEqual([
    ["007", "a", "cases.yaml:1"],
    ["1.10", "2024", "cases.yaml:4"],
  ]);
  expect(read.map(({ gold }) => gold)).toEqual([
    {
      kind: "groups",
      groups: ["1e3", "2024-01-02", "12345678901234567890", "0x1F", "true"].map((id) => ({ any: [id], grade: 1 })),
    },
    {
      kind: "groups",
      groups: [
        { any: ["00012"], grade: 2 },
        { any: ["1_000"], grade: 0.5 },
      ],
    },
  ]);
});

test("booleans, empty values, texts over several lines, anchors", () => {
  const read = cases(`- id: a
  query: >-
    one
    two
  answerable: no
  reference: ~
  gold:
  metadata: &labels { kind: who, year: 2024 }
- { id: b, query: "x: y", answerable: true, metadata: *labels }
`);
  expect(read[0]).toMatchObject({ query: "one two", answerable: false, references: [], gold: { groups: [] } });
  expect(read[1]).toMatchObject({ query: "x: y", answerable: true, metadata: { kind: "who", year: "2024" } });
});

test("what is not YAML is told with line and column", async () => {
  expect(await messages("- id: a\n  query: [b\n- id: c\n")).toMatchInlineSnapshot(`
    "error[dataset-yaml]: this is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]
      at:  cases.yaml:3:1
      fix: mend the line, or put the value in quotation marks"
  `);
});

test("a second document in one file", async () => {
  expect(await messages("- id: a\n  query: b\n---\n- id: c\n  query: d\n")).toMatchInlineSnapshot(`
    "error[dataset-yaml]: a second YAML document begins here
      at:  cases.yaml:3:1
      fix: remove the \`---\` between the two"
  `);
});

test("keys that stand twice, tags, an alias that holds itself", async () => {
  expect(await messages("- id: a\n  id: b\n  query: c\n")).toMatchInlineSnapshot(`
    "error[dataset-duplicate-key]: a key stands twice in one object
      at:  cases.yaml:2:3
      fix: keep one of the two"
  `);
  expect(await messages("- id: !!int 7\n  query: c\n")).toMatchInlineSnapshot(`
    "error[dataset-yaml]: this is not YAML: Unresolved tag: tag:yaml.org,2002:int
      at:  cases.yaml:1:7
      fix: mend the line, or put the value in quotation marks"
  `);
  expect(await messages("- id: a\n  query: c\n  tags: &x [*x]\n")).toMatchInlineSnapshot(`
    "error[dataset-yaml]: the alias \`*x\` holds itself
      at:  cases.yaml:3:13
      fix: write it out
    error[dataset-field-value]: \`tags\` must be a text or a list of texts, not null
      at:  cases.yaml:1
      fix: write it in quotation marks"
  `);
});

test("a file that is no list of objects, and an empty one", async () => {
  expect(await messages("cases:\n  - id: a\n")).toMatchInlineSnapshot(`
    "error[dataset-not-an-object]: the file must be a list of cases, not an object
      at:  cases.yaml:1
      fix: write \`- id: …\` for each case, with no key above them"
  `);
  expect(await messages("- just text\n")).toMatchInlineSnapshot(`
    "error[dataset-not-an-object]: a case must be an object, not \`just text\`
      at:  cases.yaml:1
      fix: write it as \`- id: …\`, with its other fields below"
  `);
  expect(await messages("# nothing\n")).toMatchInlineSnapshot(`
    "error[dataset-empty]: no cases: cases.yaml holds none
      at:  cases.yaml
      fix: add at least one case"
  `);
});
