import { rm, stat } from "node:fs/promises";
import type { RootDatabase } from "lmdb";
import { InputError } from "../core/index.ts";
import { cacheFile, findDamage } from "./cache.ts";

/** One entry as it is kept: a reply, or what was learned about a model. */
export interface CacheEntry {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What an entry is about. */
export interface EntryFacts {
  readonly kind: "reply" | "learned";
  /** ISO 8601; null for an entry of before this was kept. */
  readonly at: string | null;
  readonly model: string | null;
  readonly baseUrl: string | null;
}

/** The file of replies, for those who look after it. */
export interface CacheStore {
  readonly path: string;
  /** In bytes, as it lies on the disk. */
  readonly size: number;
  /** By key. */
  entries(): Iterable<CacheEntry>;
  remove(keys: readonly string[]): Promise<void>;
  /** Adds what is not there yet. Returns how many were new. */
  add(entries: readonly CacheEntry[]): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens the cache in a folder; null: there is none, and none is made.
 *
 * @param makes whether one is made.
 * @throws InputError `cache-damaged` when the file is not one, or was cut off.
 */
export async function openCacheStore(
  folder: string,
  { makes = false }: { readonly makes?: boolean } = {},
): Promise<CacheStore | null> {
  const path = cacheFile(folder);
  const found = await stat(path).catch(() => null);
  if (found === null && !makes) return null;
  const damage = await findDamage(path);
  if (damage !== null) {
    throw new InputError({
      code: "cache-damaged",
      what: `the cache ${damage}`,
      at: path,
      fix: "remove it with `touchstone cache prune --all`: what it held is asked for again",
    });
  }
  const { open } = await import("lmdb");
  return storeOf(open<CacheEntry["value"], string>({ path, encoding: "json" }), { path, size: found?.size ?? 0 });
}

/** Takes the whole file away, also one that cannot be read. Returns whether there was one. */
export async function removeCache(folder: string): Promise<boolean> {
  const path = cacheFile(folder);
  const isThere = (await stat(path).catch(() => null)) !== null;
  for (const one of [path, `${path}-lock`]) await rm(one, { force: true });
  return isThere;
}

/** What stands in an entry beside the reply. */
export function factsOf({ key, value }: CacheEntry): EntryFacts {
  const textAt = (name: string): string | null => (typeof value[name] === "string" ? value[name] : null);
  const kind = key.startsWith("adjustments-") ? "learned" : "reply";
  return { kind, at: textAt("at"), model: textAt("model"), baseUrl: textAt("baseUrl") };
}

function storeOf(
  database: RootDatabase<CacheEntry["value"], string>,
  file: Pick<CacheStore, "path" | "size">,
): CacheStore {
  return {
    ...file,
    entries: () => database.getRange().map(({ key, value }) => ({ key, value })),
    remove: (keys) =>
      database.transaction(() => {
        for (const key of keys) void database.remove(key);
      }),
    add: (entries) =>
      database.transaction(() => {
        const fresh = entries.filter(({ key }) => !database.doesExist(key));
        for (const { key, value } of fresh) void database.put(key, value);
        return fresh.length;
      }),
    close: () => database.close(),
  };
}
