/** Values of the words that count. */
const englishCounts = new Map([
  ...countFrom(
    1,
    1,
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
  ),
  ...countFrom(17, 1, "seventeen eighteen nineteen"),
  ...countFrom(20, 10, "twenty thirty forty fifty sixty seventy eighty ninety"),
]);
const englishScales = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["billion", 1e9],
]);
const chineseCounts = new Map([
  ...countFrom(0, 1, "零 一 二 三 四 五 六 七 八 九"),
  ...countFrom(0, 2, "〇 两"),
  ...countFrom(0, 2, "○ 兩"),
]);
const chineseScales = new Map([
  ["十", 10],
  ["百", 100],
  ["千", 1000],
  ["万", 1e4],
  ["萬", 1e4],
  ["亿", 1e8],
  ["億", 1e8],
]);

/** Alone these mostly mean `a` and `both`: a text that says `the two sides` has not counted. */
const mostlyNoNumber = new Set(["one", "two", "一", "两", "兩"]);

const word = `(?:${[...englishCounts.keys(), ...englishScales.keys()].join("|")})`;
const englishNumber = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?:(?: and |[ -])${word})*(?!\\p{L})`, "gu");
const chineseNumber = /[零〇○一二两兩三四五六七八九十百千万萬亿億]+(?=(\D?))/gu;
/** After these a single character counts; 十分 (very) is no number. */
const chineseUnits = new Set(
  "年月日号天周岁个名位次元块秒小人种条家所座部本期届米公斤吨倍层级章节项個歲號種條屆層級章節項",
);
const scaled = /(\d+(?:,\d{3})*(?:\.\d+)?)(?: ?(hundred|thousand|million|billion)(?!\p{L})|([万萬亿億]))/gu;

/** A text, lower case, compatibility forms folded, with its numbers in words as digits: `five hundred` 500, `三十五` 35, `3.5万` 35000. */
export function withDigits(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(scaled, (_, digits: string, english: string | undefined, chinese: string | undefined) => {
      const scale = englishScales.get(english ?? "") ?? chineseScales.get(chinese ?? "") ?? 1;
      return plainDigits(Number(digits.replaceAll(",", "")) * scale);
    })
    .replace(englishNumber, (words) => {
      const parts = words.split(/ and | |-/);
      const counts = parts.some((part) => englishCounts.has(part)) && !mostlyNoNumber.has(words);
      return counts
        ? plainDigits(amountOf(parts, { counts: englishCounts, scales: englishScales, section: 1000 }))
        : words;
    })
    .replace(chineseNumber, (characters, next: string) => {
      const parts = [...characters];
      if (parts.length === 1 && (mostlyNoNumber.has(characters) || !chineseUnits.has(next))) return characters;
      if (/^[百千万萬亿億]/.test(characters)) return characters;
      if (parts.every((part) => chineseCounts.has(part))) return parts.map((part) => chineseCounts.get(part)).join("");
      return plainDigits(amountOf(parts, { counts: chineseCounts, scales: chineseScales, section: 1e4 }));
    });
}

/** Scales below a section multiply what stands before them in it, a section all that stands before it. */
function amountOf(
  parts: readonly string[],
  {
    counts,
    scales,
    section,
  }: {
    readonly counts: ReadonlyMap<string, number>;
    readonly scales: ReadonlyMap<string, number>;
    readonly section: number;
  },
): number {
  let total = 0;
  let inSection = 0;
  let count = 0;
  for (const part of parts) {
    const scale = scales.get(part);
    if (scale === undefined) {
      count += counts.get(part) ?? 0;
    } else if (scale < section) {
      inSection += (count === 0 ? 1 : count) * scale;
      count = 0;
    } else {
      total += Math.max(1, inSection + count) * scale;
      inSection = 0;
      count = 0;
    }
  }
  return total + inSection + count;
}

function plainDigits(value: number): string {
  return String(Number(value.toPrecision(12)));
}

function countFrom(first: number, step: number, words: string): readonly (readonly [string, number])[] {
  return words.split(" ").map((one, i) => [one, first + i * step] as const);
}
