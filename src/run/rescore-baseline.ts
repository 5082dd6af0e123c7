import type { Case, Gold, RetrievedChunk } from "../core/index.ts";
import { hashCase, hashReviewed } from "../dataset/index.ts";
import { type Metric, scoreRetrieval } from "../metrics/index.ts";
import type { Baseline } from "../record/index.ts";

type Entry = Baseline["cases"][string];

/** What today's gold is, and of which corpus. */
export interface RescoreOptions {
  readonly cases: readonly Case[];
  readonly metrics: readonly Metric[];
  readonly corpusHash: string;
}

/**
 * The baseline as it stands to today's reviews: of a case whose gold reviews have added to
 * since (or taken from), the recorded list is scored anew, so that both sides are held
 * against the same gold. Where the record does not have what that takes, the case counts
 * as edited: spans need offsets, and offsets need the corpus that they were counted in.
 * A quarantined case is out of both sides, and stays as it is.
 */
export function rescoreBaseline(baseline: Baseline, { cases, metrics, corpusHash }: RescoreOptions): Baseline {
  const isSameCorpus = baseline.fingerprint.dataset.corpus === corpusHash;
  const rescored = Object.assign(Object.create(null) as Baseline["cases"], baseline.cases);
  for (const evalCase of cases.filter(({ stale }) => stale === undefined)) {
    const entry = rescored[evalCase.id];
    if (entry === undefined || entry.quarantined !== undefined) continue;
    const isOther = entry.reviewedHash !== hashReviewed(evalCase);
    if (isOther && entry.hash === hashCase(evalCase))
      rescored[evalCase.id] = rescoreEntry(entry, evalCase.gold, { metrics, isSameCorpus });
  }
  return { ...baseline, cases: rescored };
}

function rescoreEntry(
  entry: Entry,
  gold: Gold,
  { metrics, isSameCorpus }: { readonly metrics: readonly Metric[]; readonly isSameCorpus: boolean },
): Entry {
  const retrieved = entry.retrieved?.map(placeOf);
  const hasPlaces = isSameCorpus && retrieved?.every(({ end }) => end !== undefined) === true;
  const canTell = gold.kind === "groups" || hasPlaces;
  if (retrieved === undefined || !canTell) return { ...entry, hash: `${entry.hash}, before it was reviewed` };
  const { scores } = scoreRetrieval(gold, retrieved, metrics);
  const now = Object.entries(scores).flatMap(([id, score]) => (score.kind === "scored" ? [[id, score.value]] : []));
  const ofMetrics = new Set(metrics.map(({ id }) => id));
  const others = Object.entries(entry.scores).filter(([id]) => !ofMetrics.has(id));
  return { ...entry, scores: Object.fromEntries([...others, ...now]) };
}

function placeOf({ id, docId, start, end }: NonNullable<Entry["retrieved"]>[number]): RetrievedChunk {
  return {
    id,
    ...(docId === undefined ? {} : { docId }),
    ...(start === undefined || end === undefined ? {} : { start, end }),
  };
}
