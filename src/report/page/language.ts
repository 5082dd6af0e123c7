import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { createTranslate, type PageLanguage, type Translate } from "./strings.ts";
import { createToolTranslate } from "./tool-text.ts";

/** The page's language and what speaks it. */
export interface Text {
  readonly language: PageLanguage;
  /** The page's own texts. */
  readonly t: Translate;
  /** What the tool wrote into the record in English; unknown text stays as it is. */
  readonly tool: (text: string) => string;
}

/** The texts of one language. */
export function textsOf(language: PageLanguage): Text {
  return { language, t: createTranslate(language), tool: createToolTranslate(language) };
}

/** Carries the texts to every part of the page. */
export const TextContext = createContext<Text>(textsOf("en"));

/** The texts in the language that the reader chose. */
export function useText(): Text {
  return useContext(TextContext);
}

/** The name of a slice key: in plain words for those that every dataset has, else as the dataset names it. */
export function labelKey(key: string, t: Translate): string {
  if (key === "language" || key === "answerable" || key === "tag") return t(`label.${key}`);
  return key;
}

/** The name of a label's value. */
export function labelValue({ key, value }: { readonly key: string; readonly value: string }, t: Translate): string {
  if (key === "language" && (value === "en" || value === "zh")) return t(`language.${value}`);
  if (key === "answerable" && (value === "yes" || value === "no")) return t(`answerable.${value}`);
  return value;
}

/** Chinese for readers whose browser prefers it, else English. */
export function preferredLanguage(browserLanguage: string): PageLanguage {
  return browserLanguage.toLowerCase().startsWith("zh") ? "zh" : "en";
}
