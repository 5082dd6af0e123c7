import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Case, formatProblem, InputError } from "../core/index.ts";

/** A dataset folder with these files, in a temporary place. */
export function makeDataset(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-dataset-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The messages that a step throws, as the terminal shows them, without the temporary folder. */
export async function messagesOf(step: () => unknown, folder = "\0"): Promise<string> {
  try {
    await step();
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(formatProblem).join("\n").replaceAll(`${folder}/`, "");
    throw error;
  }
  return "no problem";
}

/** What of the gold does not stand in the corpus, as the terminal shows it, without the temporary folder. */
export function staleOf({ cases, folder }: { readonly cases: readonly Case[]; readonly folder: string }): string {
  const stale = cases.flatMap((evalCase) => evalCase.stale ?? []);
  return stale.map(formatProblem).join("\n").replaceAll(`${folder}/`, "");
}
