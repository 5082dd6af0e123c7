import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromiumPath, chromiumVariable } from "./chromium.ts";

/** Sees to it that the tests of the report find a browser; does nothing when there is one. */
function install(): void {
  const found = chromiumPath();
  if (found !== undefined) return;
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!isDebianRoot) throw new Error(help);
  console.log("The tests of the report need Chromium, and there is none: installing Debian's package.");
  run("apt-get", ["update"]);
  run("apt-get", ["install", "-y", "--no-install-recommends", "chromium", "fonts-noto-cjk"]);
  if (chromiumPath() === undefined) throw new Error(help);
}

const help = `the tests of the report need Chromium or Chrome; install it, or set ${chromiumVariable} to its path`;

function run(command: string, args: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env: environment });
  if (status !== 0) throw new Error(`\`${command} ${args.join(" ")}\` ended with ${status}; ${help}`);
}

try {
  install();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
