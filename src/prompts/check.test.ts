import { expect, test } from "vitest";
import { formatProblem, InputError, type Problem } from "../core/index.ts";
import { promptOf } from "./prompts.fixture.ts";
import type { Fields } from "./shape.ts";

const inputs: Fields = {
  question: "text",
  hint: "text",
  answer: "untrusted",
  contexts: { each: { id: "text", text: "text", parts: { each: { word: "text" } } } },
  words: { each: "text" },
  meta: { fields: { owner: "text" } },
  zh: "flag",
};

/** What is wrong with a template that declares its fences. */
function problemsOf(template: string): readonly Problem[] {
  try {
    promptOf(`---\ndeclares: fenced-data\n---\n${template}`, { inputs });
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // Three lines of front matter stand above.
    return error.problems.map((one) => ({
      ...one,
      at: (one.at ?? "").replace(/:(\d+)/, (_, line) => `:${Number(line) - 3}`),
    }));
  }
}

function check(template: string): string {
  return problemsOf(template).map(formatProblem).join("\n");
}

function codes(template: string): readonly string[] {
  return problemsOf(template).map(({ code }) => code);
}

test.each([
  "{{question}} {{{question}}} {{&question}}",
  "{{#each contexts}}{{@index}} {{id}} {{this.text}} {{../question}} {{@root.hint}}{{else}}none {{hint}}{{/each}}",
  "{{#each contexts}}{{#each parts}}{{word}} {{../id}} {{../../question}}{{/each}}{{/each}}",
  "{{#each contexts as |c i|}}{{i}} {{c.text}} {{#each c.parts as |p|}}{{p.word}}{{c.id}}{{/each}}{{/each}}",
  "{{#each contexts}}{{#if @first}}{{../question}}{{/if}}{{#if ../zh}}{{text}}{{/if}}{{/each}}",
  "{{#each words}}{{this}} {{.}}{{/each}}",
  "{{#with meta}}{{owner}}{{/with}} {{meta.owner}} {{contexts.length}}",
  "{{#if hint}}a{{else if zh}}b{{else}}c{{/if}}{{#unless zh}}d{{/unless}}",
  '{{delimit "answer" answer}} {{#if (delimit "a" answer)}}x{{/if}}',
  "{{! a comment about {{nothing}} }} {{!-- {{x}} --}}",
])("a template that uses what it is given is right: %s", (template) => {
  expect(check(template)).toBe("");
});

test("a misspelt name is found wherever it stands, with its place and the nearest name", () => {
  expect(check("line one\n  {{qustion}}")).toMatchInlineSnapshot(`
    "error[prompt-unknown-variable]: unknown variable \`qustion\`
      at:  prompts/t.v1.hbs:2:5
      fix: did you mean \`question\`? there are \`question\`, \`hint\`, \`answer\`, \`contexts\`, \`words\`, \`meta\`, \`zh\`"
  `);
  for (const [template, name] of [
    ["{{#each context}}{{text}}{{/each}}", "context"],
    ["{{#with contxt}}{{text}}{{/with}}", "contxt"],
    ["{{#if hnt}}x{{/if}}", "hnt"],
    ["{{#unless hnt}}x{{/unless}}", "hnt"],
    ["{{#if hint}}x{{else}}{{qq}}{{/if}}", "qq"],
    ["{{#if hint}}x{{else if zzh}}{{/if}}", "zzh"],
    ["{{#each contexts}}{{txt}}{{/each}}", "txt"],
    ["{{#each contexts}}{{../qustion}}{{/each}}", "../qustion"],
    ["{{#each contexts}}{{@root.qustion}}{{/each}}", "@root.qustion"],
    ["{{#each contexts}}{{#each prts}}{{/each}}{{/each}}", "prts"],
    ["{{#each contexts as |c|}}{{c.txt}}{{/each}}", "c.txt"],
    ["{{#each contexts as |c|}}{{/each}}{{c.text}}", "c.text"],
    ['{{delimit "a" anser}}', "anser"],
    ['{{#if (delimit "a" anser)}}{{/if}}', "anser"],
    ["{{#if hint includeZero=zzz}}{{/if}}", "zzz"],
    ["{{@index}}", "@index"],
    ["{{../question}}", "../question"],
    ["{{question.length}}", "question.length"],
    ["{{meta.ownr}}", "meta.ownr"],
    ["{{#each words}}{{text}}{{/each}}", "text"],
  ] as const) {
    const problems = problemsOf(template);
    expect(problems, template).toHaveLength(1);
    expect(problems[0], template).toMatchObject({
      code: "prompt-unknown-variable",
      what: `unknown variable \`${name}\``,
    });
  }
});

test("inside a list, a name of the root is not seen, and the message says how to reach it", () => {
  expect(check("{{#each contexts}}{{question}}{{/each}}")).toMatchInlineSnapshot(`
    "error[prompt-unknown-variable]: unknown variable \`question\`
      at:  prompts/t.v1.hbs:1:21
      fix: inside this block write \`@root.question\`; there are \`id\`, \`text\`, \`parts\`"
  `);
});

test("all problems are reported at once", () => {
  expect(codes("{{a}}\n{{> shared}}\n{{#each zzz}}{{/each}}{{upper question}}")).toEqual([
    "prompt-not-found",
    "prompt-unknown-variable",
    "prompt-unknown-variable",
    "prompt-unknown-helper",
  ]);
});

test("helpers, blocks and partials that are not known are refused", () => {
  expect(check("{{#eech contexts}}{{/eech}}")).toMatchInlineSnapshot(`
    "error[prompt-unknown-helper]: \`{{#eech}}\` is no block that a prompt may use: \`if\`, \`unless\`, \`each\`, \`with\`, \`fewshot\`, \`system\`, \`user\`, \`assistant\`, \`delimit\`
      at:  prompts/t.v1.hbs:1:1
      fix: did you mean \`#each\`?"
  `);
  expect(codes("{{#contexts}}{{text}}{{/contexts}}")).toEqual(["prompt-unknown-helper"]);
  expect(codes('{{log "x"}}')).toEqual(["prompt-unknown-helper"]);
  expect(codes('{{lookup contexts "0"}}')).toEqual(["prompt-unknown-helper"]);
  expect(codes("{{#> layout}}x{{/layout}}")).toEqual(["prompt-unknown-partial"]);
  expect(codes("{{* inline}}")).toEqual(["prompt-unknown-helper"]);
  expect(codes("{{if hint}}")).toEqual(["prompt-unknown-helper"]);
  expect(codes("{{#if}}{{/if}}")).toEqual(["prompt-arguments"]);
  expect(codes("{{delimit answer answer}}")).toEqual(["prompt-arguments"]);
});

test("a list cannot be printed, and text cannot be walked", () => {
  expect(codes("{{contexts}}")).toEqual(["prompt-not-text"]);
  expect(codes('{{delimit "c" contexts}}')).toEqual(["prompt-not-text"]);
  expect(codes("{{#each question}}{{/each}}")).toEqual(["prompt-not-a-list"]);
});

test("text that others wrote is printed only between fences", () => {
  expect(check("{{answer}}")).toMatchInlineSnapshot(`
    "error[prompt-undelimited]: \`answer\` is text that others wrote and is printed bare
      at:  prompts/t.v1.hbs:1:3
      why: an instruction inside it would read as one of the prompt's own
      fix: write \`{{delimit "answer" answer}}\`"
  `);
});

test("a template that cannot be read is refused with its line", () => {
  expect(check("a\nb {{#each contexts}}\nc")).toMatchInlineSnapshot(`
    "error[prompt-syntax]: a block is not closed before the end of the file
      at:  prompts/t.v1.hbs:3
      fix: close every \`{{\` and every block that is open"
  `);
  expect(check("a\n{{#if hint}}{{/each}}")).toMatchInlineSnapshot(`
    "error[prompt-syntax]: the block \`if\` is closed as \`each\`
      at:  prompts/t.v1.hbs:2:4
      fix: close every \`{{\` and every block that is open"
  `);
  expect(codes("{{question")).toEqual(["prompt-syntax"]);
  expect(codes("{{}}")).toEqual(["prompt-syntax"]);
});
