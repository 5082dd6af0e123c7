import { resolve } from "node:path";
import { type Affected, findAffected } from "../affected.ts";
import { loadConfig } from "../config/index.ts";
import { showControls } from "../core/index.ts";
import { formatJson } from "../record/index.ts";

/** The flags of `touchstone prompts affected`. */
export interface AffectedFlags {
  readonly config?: string;
  readonly since?: string;
  readonly json?: boolean;
}

/** Prints what the changes since a commit touch: `touchstone prompts affected`. */
export async function runPromptsAffected({ config: path, since, json = false }: AffectedFlags): Promise<void> {
  const config = await loadConfig({ path, expandsVariables: false });
  const affected = await findAffected(config, { since, configFile: resolve(path ?? "touchstone.yaml") });
  process.stdout.write(json ? formatJson(affected) : formatAffected(affected));
}

function formatAffected({ since, prompts, suites }: Affected): string {
  const lines = [
    `since ${since.slice(0, 12)}`,
    `prompts: ${prompts.length === 0 ? "none" : prompts.join(", ")}`,
    ...(suites.length === 0 ? ["suites: none"] : []),
    ...suites.map(({ suite, why, cases }) => {
      const which = cases === null ? "all cases" : `cases ${cases.join(", ")}`;
      return `suite ${suite}: ${which} (${why.join(", ")})`;
    }),
  ];
  return `${lines.map((line) => showControls(line)).join("\n")}\n`;
}
