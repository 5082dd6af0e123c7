import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes a file in a folder of its own and gives its path. */
export function writeFixture(name: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), "touchstone-trec-")), name);
  writeFileSync(path, content);
  return path;
}
