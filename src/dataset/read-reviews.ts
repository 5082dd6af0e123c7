import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { kindOf, type Reading, readText, showPath, tellUnreadable } from "./files.ts";
import { parseReviews, type Review } from "./reviews.ts";

/** The folder of a dataset that reviews are kept in. */
export const reviewsFolder = "reviews";

/** The reviews of a dataset, file by file in the order of their names; none where there is no folder. */
export async function readReviews(reading: Reading): Promise<readonly Review[]> {
  const folder = join(reading.folder, reviewsFolder);
  if ((await kindOf(folder)) !== "folder") return [];
  const names = (await readdir(folder).catch(tellUnreadable(folder))).filter((name) => name.endsWith(".jsonl")).sort();
  const reviews: Review[] = [];
  for (const name of names) {
    const path = join(folder, name);
    reviews.push(...parseReviews(await readText(path, reading), showPath(path), reading).reviews);
  }
  return reviews;
}
