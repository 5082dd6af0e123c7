import { readFileSync } from "node:fs";

const packageJson = new URL("../package.json", import.meta.url);

/** The version of this package, from its package.json. */
export const toolVersion = (JSON.parse(readFileSync(packageJson, "utf8")) as { version: string }).version;
