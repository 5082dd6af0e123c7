import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where Chromium and Chrome are usually installed. */
const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** How the tests start it: without a window, and with nothing that asks the network by itself. */
export const chromiumArgs: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The path of a Chromium: `TOUCHSTONE_CHROMIUM` when it is set, else the first of the
 * usual places; undefined when there is none.
 *
 * @throws Error when `TOUCHSTONE_CHROMIUM` names a file that is not there.
 */
export function findChromium(): string | undefined {
  const named = process.env["TOUCHSTONE_CHROMIUM"];
  if (named === undefined || named === "") return usualPaths.find((path) => existsSync(path));
  if (!existsSync(named)) throw new Error(`TOUCHSTONE_CHROMIUM is \`${named}\`, and there is no such file`);
  return named;
}

/**
 * The path of a Chromium.
 *
 * @throws Error when there is none.
 */
export function chromiumPath(): string {
  const path = findChromium();
  if (path === undefined) throw new Error(howToInstall);
  return path;
}

const howToInstall =
  "the browser tests need Chromium or Chrome: install one, or set TOUCHSTONE_CHROMIUM to the path of its program";

/**
 * Installs Debian's Chromium, with a font for Chinese, where there is none yet. Only
 * root on a machine with apt-get can; elsewhere it says what to do.
 *
 * @throws Error when it could not be installed.
 */
export function installChromium(): void {
  if (findChromium() !== undefined) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync("/usr/bin/apt-get")) throw new Error(howToInstall);
  runAptGet(["update"]);
  runAptGet(["install", "-y", "--no-install-recommends", "chromium", "fonts-noto-cjk"]);
  if (findChromium() === undefined) throw new Error(howToInstall);
}

function runAptGet(args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, error } = spawnSync("apt-get", args, { stdio: ["ignore", 2, 2], env });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`\`apt-get ${args.join(" ")}\` ended with ${status}; ${howToInstall}`);
}
