export type { Message, TargetAnswer, Usage } from "./answer.ts";
export { hasBlank } from "./blank.ts";
export {
  type Case,
  type Gold,
  type GoldGroup,
  hasGold,
  type Language,
  labelsOf,
  type Span,
  type StaleGold,
  sliceKeys,
  type Turn,
} from "./case.ts";
export { type CaseError, type CaseErrorKind, CaseFailure } from "./case-error.ts";
export type { Document, RetrievedChunk } from "./document.ts";
export { exitCodes } from "./exit-codes.ts";
export { fallbackIn, fallbackNote } from "./fallback-note.ts";
export { canonicalJson, hashJson, sha256 } from "./hash.ts";
export { collectProblems, formatProblem, InputError, type Problem, throwIfAny } from "./input-error.ts";
export { nearestName, suggestName } from "./nearest.ts";
export { absent, failed, type Score, scored } from "./score.ts";
export { formatShard, parseShard, type Shard } from "./shard.ts";
export { decodeUtf8 } from "./utf8.ts";
export { showControls } from "./visible.ts";
