import { expect, test } from "vitest";
import { partsOf } from "./leave-out.ts";
import { parsePrompt } from "./prompt.ts";
import { libraryOf, promptOf } from "./prompts.fixture.ts";

const front = "---\ndeclares: fenced-data\ninputs: { query: { type: text, untrusted: true } }\n---\n";
const files = {
  "shared/rules@v1": '- Be brief.\n- Be kind.\n{{> "shared/tone@v1"}}\n',
  "shared/tone@v1": "Write plainly.\n",
  refund: "- input: How long?\n  output: 30 days\n- input: Where?\n  output: At the desk\n",
};
const text = `${front}# Rules

Answer in one sentence.
{{> "shared/rules@v1"}}
{{#fewshot "refund" query=query}}
{{input}}: {{output}}
{{/fewshot}}
{{delimit "question"
  query}}
`;

function parts() {
  return partsOf(promptOf(text, { files }).closure);
}

test("fragments, examples and lines of instruction are parts; headings, tags and the only line of a file are none", () => {
  expect(parts().map(({ kind, label, at }) => [kind, label, at])).toEqual([
    ["fragment", "shared/rules@v1", "prompts/t.v1.hbs:8"],
    ["fragment", "shared/tone@v1", "prompts/shared/rules.v1.hbs:3"],
    ["example", "How long?", "few-shot/refund.yaml, example 1"],
    ["example", "Where?", "few-shot/refund.yaml, example 2"],
    ["line", "Answer in one sentence.", "prompts/t.v1.hbs:7"],
    ["line", "- Be brief.", "prompts/shared/rules.v1.hbs:1"],
    ["line", "- Be kind.", "prompts/shared/rules.v1.hbs:2"],
  ]);
});

const whole = `# Rules

Answer in one sentence.
- Be brief.
- Be kind.
Write plainly.
How long?: 30 days
Where?: At the desk
`;
test.each([
  [0, whole.replace("- Be brief.\n- Be kind.\nWrite plainly.\n", "")],
  [1, whole.replace("Write plainly.\n", "")],
  [2, whole.replace("How long?: 30 days\n", "")],
  [3, whole.replace("Where?: At the desk\n", "")],
  [4, whole.replace("Answer in one sentence.\n", "")],
  [5, whole.replace("- Be brief.\n", "")],
])("without part %i the rest is as it was", (place, expected) => {
  const library = parts()[place]?.without(libraryOf({ ...files, "t@v1": text })) ?? libraryOf({});
  const prompt = parsePrompt(library.template("t@v1"), { reference: "t@v1", library });
  const [message] = prompt.render({ query: "Who?" }).messages;
  expect(message?.content.split("<question")[0]).toBe(expected);
});
