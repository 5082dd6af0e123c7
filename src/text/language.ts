import type { Language } from "../core/index.ts";

/**
 * The language that a text is written in: Chinese when at least a third of its
 * letters are Han, so that a Chinese sentence with Latin names stays Chinese.
 *
 * One Han character says about as much as two to three Latin letters.
 */
export function detectLanguage(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && han / letters >= 1 / 3 ? "zh" : "en";
}
