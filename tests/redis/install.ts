import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Sees to it that the tests of the queue find a Redis; does nothing when there is one. */
function install(): void {
  if (hasRedis()) return;
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!isDebianRoot) throw new Error(help);
  console.log("The tests of the queue need Redis, and there is none: installing Debian's package.");
  run("apt-get", ["update"]);
  run("apt-get", ["install", "-y", "--no-install-recommends", "redis-server"]);
  if (!hasRedis()) throw new Error(help);
}

const help = "the tests of the queue need `redis-server` 6.2 or newer in the path: install it";

function hasRedis(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

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
