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

/** Chinese for readers whose browser prefers it, else English. */
export function preferredLanguage(browserLanguage: string): PageLanguage {
  return browserLanguage.toLowerCase().startsWith("zh") ? "zh" : "en";
}
