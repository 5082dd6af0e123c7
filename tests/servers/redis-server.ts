import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Redis of a test's own. */
export interface RedisServer {
  readonly port: number;
  /** Its password is `secret-of-redis`. */
  url(database: number): string;
  /** Kills it without a warning: it keeps nothing. */
  kill(): Promise<void>;
  /** Starts it again, empty, at the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts `redis-server` on a free port of this machine; it keeps nothing on a disk. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-redis-"));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  const start = async (): Promise<void> => {
    const settings = { port, bind: "127.0.0.1", dir: folder, save: "", requirepass: "secret-of-redis" };
    const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)]);
    child = spawn("redis-server", args, { stdio: "ignore" });
    await untilListening(port);
  };
  await start();
  return {
    port,
    url: (database) => `redis://:secret-of-redis@127.0.0.1:${port}/${database}`,
    kill,
    start,
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("redis-server did not start; is it installed?");
}
