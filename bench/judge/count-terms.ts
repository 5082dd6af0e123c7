import { readFileSync, writeFileSync } from "node:fs";
import { foldText, stemsOf } from "../../src/judge/offline-units.ts";

/** Terms of fewer texts are rare to the judge in any case. */
const least = 4;

/** Counts in how many chunks of the shipped corpora each content term stands, and writes those that are not rare. */
function main(): void {
  const corpora = ["clapnq-en", "cmrc-zh"].map(textsOf);
  const lines = corpora.flatMap((texts) => {
    const counts = new Map<string, number>();
    for (const text of texts) {
      for (const term of new Set(stemsOf(foldText(text)).filter((one) => !/\p{N}/u.test(one))))
        counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count >= least).map(([term, count]) => [term, level(count, texts.length)]);
  });
  const byLevel = new Map<number, string[]>();
  for (const [term, at] of lines as [string, number][]) byLevel.set(at, [...(byLevel.get(at) ?? []), term]);
  const rows = [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(([at, terms]) => `  [${at}, ${JSON.stringify([...new Set(terms)].sort().join(" "))}],`);
  writeFileSync(
    "src/judge/offline-common-terms.ts",
    `/**
 * How rare a common term is, from 0 (in every text) to 1 (in one): log(N / df) / log(N), in tenths. A term that is
 * not here is rare. Written by \`bench/judge/count-terms.ts\` from the shipped corpora clapnq-en and cmrc-zh; do not edit.
 */
export const commonTerms: readonly (readonly [rarity: number, terms: string])[] = [
${rows.join("\n")}
];
`,
  );
}

function level(count: number, of: number): number {
  return Math.round((Math.log(of / count) / Math.log(of)) * 10) / 10;
}

function textsOf(dataset: string): readonly string[] {
  const lines = readFileSync(`datasets/${dataset}/corpus.jsonl`, "utf8").trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as { readonly text: string }).text);
}

main();
