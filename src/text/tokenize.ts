/** Made once: a segmenter takes milliseconds to make. */
const chinese = new Intl.Segmenter("zh", { granularity: "word" });

/**
 * Codes, product numbers, decimals and names in Latin script, kept whole: `E-1042`,
 * `GPT-4o`, `v2.0.1`, `ERR_CONN_RESET`, `3.14`, `iPhone`.
 */
const latin = /[\p{Script=Latin}\p{N}]+(?:[-_.'’/&+#][\p{Script=Latin}\p{N}]+)*/gu;

/**
 * The search terms of a text, in order, lower case, compatibility forms folded.
 *
 * Chinese is cut into words by `Intl.Segmenter`, and each word of three characters
 * and more also gives its pairs of characters, so that a name that was cut in another
 * way is still found. Latin words, numbers and codes are kept whole; a compound also
 * gives its parts. English plurals and possessives are folded (`policies` = `policy`).
 *
 * The dictionary is that of the ICU in Node: a newer ICU may cut a rare word in
 * another way, which changes ranks a little between major versions of Node.
 */
export function tokenize(text: string): readonly string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const terms: string[] = [];
  let position = 0;
  for (const match of folded.matchAll(latin)) {
    pushChinese(folded.slice(position, match.index), terms);
    pushLatin(match[0].replaceAll("’", "'"), terms);
    position = match.index + match[0].length;
  }
  pushChinese(folded.slice(position), terms);
  return terms;
}

function pushLatin(word: string, terms: string[]): void {
  const stem = stemOf(word.replace(/'s$/, ""));
  terms.push(stem);
  const parts = stem.split(/[-_/&+#]|(?<=\p{L})\.(?=\p{L})/u).filter((part) => part !== "");
  if (parts.length > 1) terms.push(...parts.map(stemOf));
}

/** Folds the plural of an English word of four letters and more; words with digits stay letter for letter. */
function stemOf(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

function pushChinese(text: string, terms: string[]): void {
  if (!/[\p{L}\p{N}]/u.test(text)) return;
  for (const { segment, isWordLike } of chinese.segment(text)) {
    if (!isWordLike) continue;
    terms.push(segment);
    const characters = [...segment];
    if (characters.length < 3) continue;
    for (let i = 0; i + 1 < characters.length; i++) terms.push(`${characters[i]}${characters[i + 1]}`);
  }
}
