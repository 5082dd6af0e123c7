import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { hashJson } from "../core/index.ts";

/** Raised whenever what a key stands for changes, so that old entries are not found. */
const keyVersion = 1;

/**
 * Replies by the exact request that they answer. Opened at the first use; a cache that
 * cannot be opened, read or written makes a run slower and adds a warning, no more.
 */
export class ReplyCache {
  readonly #folder: string | null;
  #opening: Promise<RootDatabase<unknown, string> | null> | undefined;
  readonly #warnings = new Set<string>();

  /** `folder` null: nothing is kept. */
  constructor(folder: string | null) {
    this.#folder = folder;
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

  #open(): Promise<RootDatabase<unknown, string> | null> {
    this.#opening ??= this.#openNow();
    return this.#opening;
  }

  async #openNow(): Promise<RootDatabase<unknown, string> | null> {
    if (this.#folder === null) return null;
    try {
      await mkdir(this.#folder, { recursive: true });
      // Loaded here, so that a machine without the native part still runs.
      const { open } = await import("lmdb");
      return open<unknown, string>({ path: join(this.#folder, "replies.lmdb"), encoding: "json" });
    } catch (error) {
      this.#warn(error);
      return null;
    }
  }

  #warn(error: unknown): undefined {
    const reason = error instanceof Error ? error.message : String(error);
    this.#warnings.add(`the cache in ${this.#folder} cannot be used, so every call is made anew: ${reason}`);
  }
}

/** The key of a reply: all that decides what it says. */
export function replyKey(call: { readonly baseUrl: string; readonly body: unknown; readonly repeat: number }): string {
  return hashJson({ keyVersion, ...call });
}

/** The key of what was learned about a model's provider. */
export function adjustmentsKey(call: { readonly baseUrl: string; readonly model: string }): string {
  return `adjustments-${hashJson({ keyVersion, ...call })}`;
}
