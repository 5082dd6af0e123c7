import { resolve } from "node:path";
import { loadConfig } from "../config/index.ts";
import { importReviews } from "../dataset/index.ts";

/**
 * Adds a file of reviews to the dataset of a suite, and says what became of them.
 *
 * @throws InputError when a line or the suite is wrong; then nothing is written.
 */
export async function importReviewFile(
  file: string,
  { suite, config: path }: { readonly suite: string; readonly config?: string },
): Promise<void> {
  const config = await loadConfig({ path, flags: { suites: [suite] }, expandsVariables: false });
  for (const { dataset } of config.suites) {
    const { file: target, added, repeated, open } = await importReviews(resolve(file), dataset);
    const notes = [
      ...(repeated > 0 ? [`${repeated} stood there already`] : []),
      ...(open > 0 ? [`${open} without a grade left out`] : []),
    ];
    const labels = added === 1 ? "1 label" : `${added} labels`;
    process.stdout.write(`${labels} added to ${target}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}\n`);
  }
}
