import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { LabelledAnswer } from "../../src/judge/index.ts";
import { splitSentences } from "../../src/text/index.ts";
import { halfOf, hashOf } from "./halves.ts";

/**
 * Makes statements that a passage supports, and the same with one thing changed: a number, a name, a
 * negation or an opposite. Both go through the same changes of wording first, so that being
 * letter for letter in the passage gives nothing away. Deterministic: every choice is a hash.
 *
 * `npx tsx bench/judge/make-edits.ts <folder with rag_zh_cmrc and rag_en_clapnq>`
 */
function main(folder: string): void {
  for (const [set, samples] of [
    ["cmrc-edits", chineseSamples(join(folder, "rag_zh_cmrc"))],
    ["clapnq-edits", englishSamples(join(folder, "rag_en_clapnq"))],
  ] as const) {
    const lines = samples.map((sample) => JSON.stringify(sample)).join("\n");
    writeFileSync(`bench/judge/data/${set}.jsonl.gz`, gzipSync(`${lines}\n`, { level: 9 }));
    process.stdout.write(`${set}: ${samples.length}\n`);
  }
}

interface Query {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly reference: string;
  readonly tags: readonly string[];
  readonly gold_sentences?: readonly string[];
}

type Edit = (text: string, seed: string) => string | undefined;

function samplesOf(
  { id, statement, context, group }: { id: string; statement: string; context: string; group: string },
  { keeps, edits }: { readonly keeps: readonly Edit[]; readonly edits: readonly (readonly [string, Edit])[] },
): readonly LabelledAnswer[] {
  const half = halfOf(group);
  const base = { half, contexts: [context] };
  const rewritten = reworded(statement, `${id} true`, keeps);
  const possible = edits
    .map(([kind, edit]) => ({ kind, text: edit(reworded(statement, `${id} false`, keeps), id) }))
    .filter((one): one is { kind: string; text: string } => one.text !== undefined && !context.includes(one.text));
  const chosen = possible[hashOf(`${id} kind`) % Math.max(1, possible.length)];
  if (chosen === undefined) return [];
  return [
    { ...base, answer: rewritten, label: 1, kind: "kept" },
    { ...base, answer: chosen.text, label: 0, kind: chosen.kind },
  ];
}

/** About two of three rewordings are tried, each where it fits. */
function reworded(text: string, seed: string, keeps: readonly Edit[]): string {
  return keeps.reduce(
    (current, keep, i) => (hashOf(`${seed} ${i}`) % 3 === 0 ? current : (keep(current, seed) ?? current)),
    text,
  );
}

function replaceOne(
  text: string,
  pattern: RegExp,
  { seed, by }: { seed: string; by: (found: string) => string | undefined },
): string | undefined {
  const found = [...text.matchAll(pattern)];
  const one = found[hashOf(seed) % Math.max(1, found.length)];
  if (one === undefined) return undefined;
  const replacement = by(one[0]);
  if (replacement === undefined || replacement === one[0]) return undefined;
  return text.slice(0, one.index) + replacement + text.slice(one.index + one[0].length);
}

function swap(pairs: readonly string[]): Edit {
  const both = new Map(pairs.flatMap((pair) => [pair.split("|"), pair.split("|").toReversed()] as [string, string][]));
  const pattern = new RegExp(
    [...both.keys()].map((word) => (/^[a-z ]+$/i.test(word) ? `\\b${word}\\b` : word)).join("|"),
    "g",
  );
  return (text, seed) => replaceOne(text, pattern, { seed: `${seed} swap`, by: (found) => both.get(found) });
}

/** Half of the wrong numbers stand elsewhere in the passage, where there is one. */
function wrongNumber(context: string): Edit {
  const others = [...context.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number);
  return (text, seed) =>
    replaceOne(text, /\d+(?:\.\d+)?/g, {
      seed: `${seed} number`,
      by: (found) => {
        const elsewhere = others.filter((other) => other !== found && other.length === found.length);
        const borrowed = elsewhere[hashOf(`${seed} other`) % Math.max(1, elsewhere.length)];
        return hashOf(`${seed} where`) % 2 === 0 && borrowed !== undefined
          ? borrowed
          : String(Number(found) + 1 + (hashOf(`${seed} by`) % 9));
      },
    });
}

function chineseSamples(folder: string): readonly LabelledAnswer[] {
  const corpus = textsOf(folder);
  const queries = read<Query>(join(folder, "queries.jsonl"));
  const numerals = "零一二三四五六七八九十";
  return queries.flatMap(({ id, gold, reference, tags }) => {
    const group = gold[0] ?? "";
    const context = corpus.get(group) ?? "";
    const statement = splitSentences(context).find(({ text }) => text.includes(reference))?.text ?? "";
    if (statement.length < 12 || statement.length > 160) return [];
    const kind = tags.find((tag) => tag.startsWith("q:")) ?? "";
    const alike = queries.filter(
      (other) =>
        other.tags.includes(kind) &&
        other.reference.length <= 8 &&
        !reference.includes(other.reference) &&
        !other.reference.includes(reference),
    );
    const near = alike.filter((other) => other.gold[0] === group);
    const pool = near.length > 0 && hashOf(`${id} near`) % 2 === 0 ? near : alike;
    const name: Edit = (text) => {
      const other = pool[hashOf(`${id} name`) % Math.max(1, pool.length)];
      const isName = /^q:(?:who|where|which|what)$/.test(kind) && reference.length <= 8 && !/\d/.test(reference);
      return isName && other !== undefined && text.includes(reference)
        ? text.replace(reference, other.reference)
        : undefined;
    };
    const clause: Edit = (text) => {
      const clauses = text.split(/(?<=[，；])/);
      const at = clauses.findIndex((one) => one.includes(reference));
      if (at === -1 || clauses.length < 3) return undefined;
      const cut = clauses
        .slice(Math.max(0, at - 1), at + 2)
        .join("")
        .replace(/[，；]$/, "。");
      return cut.length >= 12 ? cut : undefined;
    };
    const keeps: Edit[] = [
      clause,
      (text) => text.replace(/^(?:其中|此外|另外|同时|而且|而|但是?|不过|因此|所以|并)，?/, ""),
      (text) => text.replace(/[（(][^（）()]*[）)]/g, (found) => (found.includes(reference) ? found : "")),
      (text, seed) =>
        replaceOne(text, /(?<![\d.])(?:[1-9]|10)(?=[个年月日人次名位岁天])/g, {
          seed,
          by: (found) => numerals[Number(found)],
        }),
      swap([
        "因此|所以",
        "由于|因为",
        "但是|然而",
        "位于|坐落于",
        "以及|和",
        "称为|叫做",
        "并且|而且",
        "目前|现在",
        "通常|一般",
        "约|大约",
      ]),
      (text) => text.replace(/的(?=.*的)/, ""),
    ];
    const negation: Edit = (text, seed) =>
      hashOf(`${seed} remove`) % 2 === 0 && /不[能会可是]|没有|未能/.test(text)
        ? text
            .replace(/不(?=[能会可是])/, "")
            .replace("没有", "有")
            .replace("未能", "能")
        : replaceOne(
            text,
            /(?<![不没但还也若只要总就可而便算于正])(?:是(?!否|非)|可以|能够|会(?!议|员|长)|有(?!关|效|限|名)|属于|由(?!于))/g,
            { seed: `${seed} not`, by: (found) => (found === "有" ? "没有" : `不${found}`) },
          );
    const opposite = swap([
      "最大|最小",
      "最高|最低",
      "增加|减少",
      "上升|下降",
      "东部|西部",
      "南部|北部",
      "开始|结束",
      "之前|之后",
      "以上|以下",
      "成功|失败",
      "较大|较小",
      "较多|较少",
      "允许|禁止",
      "主要|次要",
      "胜利|失败",
      "出生|去世",
      "第一|最后",
      "多|少",
    ]);
    return samplesOf(
      { id, statement, context, group },
      {
        keeps,
        edits: [
          ["number", wrongNumber(context)],
          ["name", name],
          ["negation", negation],
          ["opposite", opposite],
        ],
      },
    );
  });
}

function englishSamples(folder: string): readonly LabelledAnswer[] {
  const corpus = textsOf(folder);
  const queries = read<Query>(join(folder, "queries.jsonl")).filter(({ gold }) => gold.length > 0);
  return queries.flatMap(({ id, gold, gold_sentences = [] }) => {
    const context = gold.map((chunk) => corpus.get(chunk) ?? "").join(" ");
    const group = (gold[0] ?? "").replace(/-\d+$/, "");
    const names = [...context.matchAll(/(?<=[a-z,] )[A-Z][a-z]{3,}/g)].map(([name]) => name);
    const elsewhere = ["London", "Johnson", "Germany", "Martin", "Chicago", "Elizabeth", "Toyota", "Brazil"];
    const name: Edit = (text, seed) =>
      replaceOne(text, /(?<=[a-z,] )[A-Z][a-z]{3,}/g, {
        seed: `${seed} name`,
        by: (found) => {
          const pool = hashOf(`${seed} near`) % 2 === 0 ? names.filter((other) => !text.includes(other)) : elsewhere;
          const other = pool[hashOf(`${seed} which`) % Math.max(1, pool.length)];
          return other === undefined || found.includes(other) ? undefined : other;
        },
      });
    const keeps: Edit[] = [
      (text) => text.replace(/ \( [^()]* \) /, " "),
      (text) => text.replace(/^(?:However|In addition|Also|Thus|Therefore) , /, ""),
      swap([
        "because|since",
        "however|but",
        "about|around",
        "approximately|roughly",
        "began|started",
        "located|situated",
        "many|numerous",
        "often|frequently",
        "while|whereas",
        "called|named",
        "also|too",
      ]),
      (text) => text.replace(/ , which (?:is|was) /, " , "),
      (text) => text.replace(/\bThe\b/, "This"),
    ];
    const negation: Edit = (text, seed) =>
      / not /.test(text)
        ? text.replace(" not ", " ")
        : replaceOne(text, /\b(?:is|are|was|were|can|will|has been)\b/g, {
            seed: `${seed} not`,
            by: (found) => `${found} not`,
          });
    const opposite = swap([
      "increase|decrease",
      "highest|lowest",
      "largest|smallest",
      "more|less",
      "before|after",
      "first|last",
      "north|south",
      "east|west",
      "northern|southern",
      "eastern|western",
      "early|late",
      "won|lost",
      "began|ended",
      "upper|lower",
      "high|low",
      "most|least",
    ]);
    return gold_sentences.slice(0, 2).flatMap((statement, i) =>
      statement.length < 40 || statement.length > 400
        ? []
        : samplesOf(
            { id: `${id} ${i}`, statement, context, group },
            {
              keeps,
              edits: [
                ["number", wrongNumber(context)],
                ["name", name],
                ["negation", negation],
                ["opposite", opposite],
              ],
            },
          ),
    );
  });
}

function textsOf(folder: string): ReadonlyMap<string, string> {
  return new Map(read<{ id: string; text: string }>(join(folder, "corpus.jsonl")).map(({ id, text }) => [id, text]));
}

function read<T>(path: string): readonly T[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

main(process.argv[2] ?? ".");
