import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { InputError } from "../core/index.ts";
import { type CacheEntry, type CacheStore, factsOf, openCacheStore, removeCache } from "../llm/index.ts";
import { formatJson, writeWhole } from "../record/index.ts";

interface Source {
  readonly config?: string;
}

function folderOf({ config = "touchstone.yaml" }: Source): string {
  return join(dirname(resolve(config)), ".touchstone", "cache");
}

async function withCache<T>(
  flags: Source,
  run: (store: CacheStore | null) => Promise<T>,
  options?: { readonly makes: boolean },
): Promise<T> {
  const store = await openCacheStore(folderOf(flags), options);
  try {
    return await run(store);
  } finally {
    await store?.close();
  }
}

/** `touchstone cache stats`. */
export async function printStats(flags: Source & { readonly json?: boolean }): Promise<void> {
  const stats = await withCache(flags, async (store) => statsOf(store));
  process.stdout.write(flags.json ? formatJson(stats) : `${describe(stats)}\n`);
}

function statsOf(store: CacheStore | null): Stats {
  const facts = store === null ? [] : [...store.entries()].map(factsOf);
  const replies = facts.filter(({ kind }) => kind === "reply");
  const models = new Map<string, number>();
  for (const { model, baseUrl } of replies) {
    const name = model === null ? "unknown" : `${model} at ${baseUrl ?? "unknown"}`;
    models.set(name, (models.get(name) ?? 0) + 1);
  }
  const times = replies.flatMap(({ at }) => at ?? []).sort();
  return {
    path: store?.path ?? null,
    bytes: store?.size ?? 0,
    replies: replies.length,
    models: Object.fromEntries(models),
    learned: facts.length - replies.length,
    oldest: times[0] ?? null,
    newest: times.at(-1) ?? null,
  };
}

interface Stats {
  readonly path: string | null;
  readonly bytes: number;
  readonly replies: number;
  readonly models: Readonly<Record<string, number>>;
  readonly learned: number;
  readonly oldest: string | null;
  readonly newest: string | null;
}

function describe({ path, bytes, replies, models, learned, oldest, newest }: Stats): string {
  if (path === null) return "there is no cache yet: the first call to a model makes it";
  return [
    `${path}, ${(bytes / 1024 / 1024).toFixed(1)} MB`,
    `${replies} replies${oldest === null ? "" : `, from ${oldest} to ${newest}`}`,
    ...Object.entries(models).map(([name, count]) => `  ${count} of ${name}`),
    `${learned} notes of what a model does not take`,
  ].join("\n");
}

/** `touchstone cache prune`. */
export async function pruneCache(
  flags: Source & { readonly olderThan?: string; readonly model?: string; readonly all?: boolean },
): Promise<void> {
  const { olderThan, model, all = false } = flags;
  if (all) {
    const isGone = await removeCache(folderOf(flags));
    process.stdout.write(isGone ? "the cache is removed\n" : "there is no cache\n");
    return;
  }
  if (olderThan === undefined && model === undefined) {
    const what = "nothing says what is to go";
    const fix = "add `--older-than 30d`, `--model <name>` or `--all`";
    throw new InputError({ code: "cache-prune-nothing", what, at: "cache prune", fix });
  }
  const before = olderThan === undefined ? null : new Date(Date.now() - ageMs(olderThan)).toISOString();
  await withCache(flags, async (store) => {
    const entries = store === null ? [] : [...store.entries()];
    const isOld = (at: string | null): boolean => before === null || at === null || at < before;
    const gone = entries.filter((entry) => {
      const facts = factsOf(entry);
      return facts.kind === "reply" && isOld(facts.at) && (model === undefined || facts.model === model);
    });
    await store?.remove(gone.map(({ key }) => key));
    process.stdout.write(`${gone.length} removed, ${entries.length - gone.length} stay\n`);
  });
}

function ageMs(age: string): number {
  const [, count, unit] = /^(\d{1,6})(d|h)$/.exec(age) ?? [];
  if (count !== undefined) return Number(count) * (unit === "d" ? 86_400_000 : 3_600_000);
  const what = `\`${age}\` is no age`;
  throw new InputError({ code: "cache-age", what, at: "flag --older-than", fix: "write it like `30d` or `12h`" });
}

const format = 1;

/** `touchstone cache export`. */
export async function exportCache(file: string, flags: Source): Promise<void> {
  await withCache(flags, async (store) => {
    const entries = store === null ? [] : [...store.entries()];
    const sorted = entries.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const text = [{ format }, ...sorted].map((line) => `${JSON.stringify(line)}\n`).join("");
    await writeWhole(resolve(file), file.endsWith(".gz") ? gzipSync(text) : text);
    process.stdout.write(`${entries.length} entries written to ${file}\n`);
  });
}

/** `touchstone cache import`. */
export async function importCache(file: string, flags: Source): Promise<void> {
  const entries = parseExport(await readExport(file), file);
  await withCache(
    flags,
    async (store) => {
      const added = (await store?.add(entries)) ?? 0;
      process.stdout.write(`${added} entries are new, ${entries.length - added} were there\n`);
    },
    { makes: true },
  );
}

async function readExport(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    const what = `\`${file}\` cannot be read: ${(error as Error).message}`;
    throw new InputError({ code: "cache-import", what, fix: "give a file that `touchstone cache export` wrote" });
  }
}

/** Every line is looked at before anything is added. */
function parseExport(text: string, file: string): readonly CacheEntry[] {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  const found = (parseLine(head) as { readonly format?: unknown } | null)?.format;
  if (found !== format) {
    const what =
      typeof found === "number"
        ? `it is of format ${found}, and this version reads ${format}`
        : "it is no export of a cache";
    throw wrong(what, `${file}:1`);
  }
  return lines.map((line, i) => {
    const entry = parseLine(line) as Partial<CacheEntry> | null;
    const isEntry = typeof entry?.key === "string" && typeof entry.value === "object" && entry.value !== null;
    if (!isEntry) throw wrong('the line is no entry `{"key", "value"}`', `${file}:${i + 2}`);
    return { key: entry.key, value: entry.value } as CacheEntry;
  });
}

function wrong(what: string, at: string): InputError {
  return new InputError({ code: "cache-import", what, at, fix: "export it again; nothing was imported" });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
