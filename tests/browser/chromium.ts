import { existsSync } from "node:fs";

/** Where Chromium or Chrome is usually installed. */
const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The variable that names a browser anywhere else. */
export const chromiumVariable = "TOUCHSTONE_CHROMIUM";

/**
 * Path of the browser for the tests of the report; undefined when there is none.
 *
 * @throws Error when the variable names a file that is not there.
 */
export function chromiumPath(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment[chromiumVariable];
  if (named === undefined || named === "") return usualPaths.find((path) => existsSync(path));
  if (existsSync(named)) return named;
  throw new Error(`${chromiumVariable} names ${named}, and there is no such file`);
}

/** Flags for a browser that is alone on a machine: headless, and asking nobody for anything in the background. */
export const chromiumFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
] as const;
