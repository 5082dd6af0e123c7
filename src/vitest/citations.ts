/** The ids that an answer cites in brackets: `[2]`, `[2][3]`, `[2, 3]`, `[2-4]`, `【2】`, `［２］`; each once, in order. */
export function citationsIn(answer: string): readonly string[] {
  const plain = answer.normalize("NFKC").replaceAll("【", "[").replaceAll("】", "]");
  const found = [...plain.matchAll(/\[([^\][]{1,80})\]/g)].flatMap(([, inside = ""]) =>
    inside.split(/[,、;]/).flatMap((part) => idsIn(part.trim())),
  );
  return [...new Set(found)];
}

/** The longest range that is one: `[1-400]` is a page, or a joke. */
const longestRange = 20;

function idsIn(part: string): readonly string[] {
  const [, from, to] = /^(\d+)\s*[-–—~至]\s*(\d+)$/.exec(part) ?? [];
  const count = Number(to) - Number(from) + 1;
  if (from !== undefined && count >= 1 && count <= longestRange)
    return Array.from({ length: count }, (_, i) => String(Number(from) + i));
  return part === "" ? [] : [part];
}
