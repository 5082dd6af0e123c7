import { appendFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { InputError } from "../core/index.ts";
import { readDataset } from "./dataset.ts";
import { kindOf, type Reading, readText, showPath } from "./files.ts";
import { shortenProblems } from "./place.ts";
import { reviewsFolder } from "./read-reviews.ts";
import { applyReviews, formatReview, parseReviews } from "./reviews.ts";

/** What became of a file of reviews. */
export interface ImportedReviews {
  /** The file that they went to. */
  readonly file: string;
  readonly added: number;
  /** Reviews that stood there already. */
  readonly repeated: number;
  /** Lines without a grade. */
  readonly open: number;
}

/**
 * Adds the reviews of a file to those of the dataset in a folder, where the next reading
 * takes them into the gold.
 *
 * @throws InputError with every problem; then nothing is written.
 */
export async function importReviews(file: string, folder: string): Promise<ImportedReviews> {
  const reading: Reading = { folder: resolve(folder), problems: [], notes: [] };
  if ((await kindOf(file)) === undefined)
    throw new InputError({
      code: "review-missing",
      what: "there is no such file",
      at: file,
      fix: "name a file of reviews",
    });
  const { reviews, open } = parseReviews(await readText(file, reading), showPath(resolve(file)), reading);
  const { cases } = await readDataset(folder);
  applyReviews(cases, reviews, reading);
  if (reading.problems.length > 0) throw new InputError(shortenProblems(reading.problems));
  const target = join(reading.folder, reviewsFolder, "labels.jsonl");
  const before = (await kindOf(target)) === undefined ? "" : await readText(target, reading);
  const there = new Set(before.split("\n"));
  const lines = new Set(reviews.map(formatReview));
  const fresh = [...lines].filter((line) => !there.has(line));
  if (fresh.length > 0) {
    await mkdir(join(reading.folder, reviewsFolder), { recursive: true });
    const start = before === "" || before.endsWith("\n") ? "" : "\n";
    await appendFile(target, `${start}${fresh.join("\n")}\n`);
  }
  return { file: showPath(target), added: fresh.length, repeated: reviews.length - fresh.length, open };
}
