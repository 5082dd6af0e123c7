import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { TargetAnswer } from "../core/index.ts";
import { entriesOf, queryOf, type RunList, readRun } from "../trec/index.ts";

/**
 * Whether a file of recorded results is a TREC run rather than JSON lines: by the end
 * of its name, else by how it begins. Gzip can only be a run.
 */
export async function isRunFile(file: string): Promise<boolean> {
  if (/\.jsonl?$/i.test(file)) return false;
  if (/\.(trec|run)(\.gz)?$/i.test(file)) return true;
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    const [first] = buffer
      .subarray(0, bytesRead)
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trimStart();
    return first !== undefined && first !== "{";
  } finally {
    await handle.close();
  }
}

/**
 * What a TREC run retrieved, by query id, which is the id of the case. There are no
 * answers in it: each is empty.
 *
 * @throws InputError for lines that cannot be read; see `readRun`.
 */
export async function readRunAnswers(file: string): Promise<ReadonlyMap<string, TargetAnswer>> {
  const answers = new Map<string, TargetAnswer>();
  await readRun(file, {
    restart: () => answers.clear(),
    take: (list) => {
      answers.set(queryOf(list), answerOf(list));
    },
  });
  return answers;
}

function answerOf(list: RunList): TargetAnswer {
  // An infinite score orders a list, and says nothing to a reader.
  const retrieved = entriesOf(list).map(({ id, score }) => (Number.isFinite(score) ? { id, score } : { id }));
  return { answer: "", retrieved, droppedDuplicates: list.dropped };
}

/** SHA-256 of a file of any size. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}
