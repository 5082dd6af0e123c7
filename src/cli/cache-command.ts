import type { Command } from "commander";

interface Source {
  readonly config?: string;
}

/** `touchstone cache stats|prune|export|import`: look after the replies of models that are kept. */
export function addCacheCommand(program: Command): void {
  const cache = program
    .command("cache")
    .description("Look after the replies of models that are kept in .touchstone/cache.");
  const add = (name: string, description: string): Command =>
    cache
      .command(name)
      .description(description)
      .option("-c, --config <file>", "configuration whose folder has the cache (default: touchstone.yaml)");
  add("stats", "Print how many replies there are, of which models, and how old.")
    .option("--json", "print one JSON object")
    .action(async (flags: Source & { readonly json?: boolean }) => {
      const { printStats } = await import("./run-cache.ts");
      await printStats(flags);
    });
  add("prune", "Remove replies: those that are old, those of a model, or all.")
    .option("--older-than <age>", "such as 30d or 12h; replies without a time count as old")
    .option("--model <name>", "only of this model")
    .option("--all", "the whole cache, also one that is damaged")
    .action(
      async (flags: Source & { readonly olderThan?: string; readonly model?: string; readonly all?: boolean }) => {
        const { pruneCache } = await import("./run-cache.ts");
        await pruneCache(flags);
      },
    );
  add("export", "Write all replies to a file, the same bytes for the same replies.")
    .argument("<file>", "such as replies.jsonl or replies.jsonl.gz")
    .action(async (file: string, flags: Source) => {
      const { exportCache } = await import("./run-cache.ts");
      await exportCache(file, flags);
    });
  add("import", "Add the replies of such a file; those that are there stay as they are.")
    .argument("<file>", "as `cache export` wrote it")
    .action(async (file: string, flags: Source) => {
      const { importCache } = await import("./run-cache.ts");
      await importCache(file, flags);
    });
}
