export { contentTerms } from "./content-terms.ts";
export { latinWordsOf, namesOf, numbersOf } from "./facts.ts";
export { detectLanguage } from "./language.ts";
export { normalizeText, normalizeWithOffsets } from "./normalize.ts";
export { withDigits } from "./number-words.ts";
export { findQuote, quoteCoverage } from "./quote.ts";
export { isRefusal } from "./refusal.ts";
export { splitSentences } from "./sentences.ts";
export { tokenize } from "./tokenize.ts";
