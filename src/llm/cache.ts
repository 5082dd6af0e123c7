import { type FileHandle, mkdir, open as openFile } from "node:fs/promises";
import { join } from "node:path";
import { hashJson } from "../core/index.ts";

/** Raised whenever what a key stands for changes, so that old entries are not found. */
const keyVersion = 1;

/** Where replies are kept: in a folder, for as long as the process lives, or not at all. */
export type CachePlace = string | typeof inMemory | null;

/** The place of a cache that is gone when the process ends. */
export const inMemory = Symbol("in memory");

/** The file in a cache's folder. */
export function cacheFile(folder: string): string {
  return join(folder, "replies.lmdb");
}

/** What a cache does with an entry, on disk and in memory. */
interface Store {
  get(key: string): unknown;
  put(key: string, value: unknown): unknown;
  close(): unknown;
}

/**
 * Replies by the exact request that they answer. Opened at the first use; a cache that
 * cannot be opened, read or written makes a run slower and adds a warning, no more.
 */
export class ReplyCache {
  readonly #place: CachePlace;
  #opening: Promise<Store | null> | undefined;
  readonly #warnings = new Set<string>();

  constructor(place: CachePlace) {
    this.#place = place;
  }

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** What was kept under a key, of a shape that the caller checks; undefined when nothing was. */
  async get(key: string): Promise<unknown> {
    const database = await this.#open();
    try {
      return database?.get(key);
    } catch (error) {
      return this.#warn(error);
    }
  }

  async put(key: string, value: unknown): Promise<void> {
    const database = await this.#open();
    try {
      await database?.put(key, value);
    } catch (error) {
      this.#warn(error);
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = Promise.resolve(null);
    try {
      await (await opening)?.close();
    } catch (error) {
      this.#warn(error);
    }
  }

  #open(): Promise<Store | null> {
    this.#opening ??= this.#openNow();
    return this.#opening;
  }

  async #openNow(): Promise<Store | null> {
    if (this.#place === inMemory) return openInMemory();
    if (this.#place === null) return null;
    try {
      await mkdir(this.#place, { recursive: true });
      const path = cacheFile(this.#place);
      const damage = await findDamage(path);
      if (damage !== null) throw new Error(`${path} ${damage}; delete it`);
      // Loaded here, so that a machine without the native part still runs.
      const { open } = await import("lmdb");
      return open<unknown, string>({ path, encoding: "json" });
    } catch (error) {
      this.#warn(error);
      return null;
    }
  }

  #warn(error: unknown): undefined {
    const reason = error instanceof Error ? error.message : String(error);
    this.#warnings.add(`the cache in ${String(this.#place)} cannot be used, so every call is made anew: ${reason}`);
  }
}

function openInMemory(): Store {
  const entries = new Map<string, unknown>();
  return {
    get: (key) => entries.get(key),
    put: (key, value) => entries.set(key, value),
    close: () => entries.clear(),
  };
}

/**
 * What is wrong with a database file, null when nothing is. LMDB maps the file into
 * memory and trusts it: a damaged one ends the whole process, where no `catch` helps.
 * So its two head pages are looked at first: the magic number, and whether the file is
 * as long as they say (measured on lmdb 3.5.6: page size at 48, last page at 144,
 * transaction at 152, all from the start of a head page).
 */
export async function findDamage(path: string): Promise<string | null> {
  const file = await openFile(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size === 0) return null;
    const first = await readHead(file, 0);
    const pageSize = first?.pageSize ?? 0;
    const second = pageSize === 0 ? null : await readHead(file, pageSize);
    if (first === null || second === null) return "is no database";
    const newer = first.transaction > second.transaction ? first : second;
    return (newer.lastPage + 1n) * BigInt(pageSize) > BigInt(size) ? "is cut off" : null;
  } finally {
    await file.close();
  }
}

interface Head {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
}

async function readHead(file: FileHandle, position: number): Promise<Head | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(160), 0, 160, position);
  if (bytesRead < 160 || buffer.readUInt32LE(24) !== 0xbeefc0de) return null;
  return {
    pageSize: buffer.readUInt32LE(48),
    lastPage: buffer.readBigUInt64LE(144),
    transaction: buffer.readBigUInt64LE(152),
  };
}

/** Who answers: the address, and what goes with every call and may send it elsewhere. */
export interface Identity {
  readonly baseUrl: string;
  readonly apiVersion?: string;
  /** Hash of the headers that the provider's entry adds. */
  readonly headers?: string;
}

/** The key of a reply: all that decides what it says. */
export function replyKey(call: Identity & { readonly body: unknown; readonly repeat: number }): string {
  return hashJson({ keyVersion, ...call });
}

/** The key of what was learned about a model's provider. */
export function adjustmentsKey(call: Identity & { readonly model: string }): string {
  return `adjustments-${hashJson({ keyVersion, ...call })}`;
}
