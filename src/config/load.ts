import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import { InputError, throwIfAny } from "../core/index.ts";
import { problemsOf } from "./config-problems.ts";
import type { Environment } from "./environment.ts";
import type { Flags } from "./flags.ts";
import { type Config, resolveSuites } from "./resolve.ts";
import { type ConfigFile, fileSchema } from "./schema.ts";
import { parseYamlFile, type YamlFile } from "./yaml-file.ts";

/** Where a configuration is read from, and what is laid over it. */
export interface ConfigSource {
  /** Path of the file; default `touchstone.yaml`. */
  readonly path?: string | undefined;
  readonly flags?: Flags;
  /** Default: the process's working folder and environment. */
  readonly cwd?: string;
  readonly environment?: Environment;
  /** False: `${…}` stays as it is written, for commands that call nothing. Default: true. */
  readonly expandsVariables?: boolean;
}

/**
 * Reads `touchstone.yaml` and lays the flags over it. The only reader of the environment.
 *
 * @throws InputError with every problem found, each with its line.
 */
export async function loadConfig(source: ConfigSource = {}): Promise<Config> {
  const {
    path = "touchstone.yaml",
    flags = {},
    cwd = process.cwd(),
    environment = process.env,
    expandsVariables = true,
  } = source;
  const { file, yaml, root } = await readConfig(path, cwd);
  return {
    root,
    askAboveUsd: file.askAboveUsd,
    suites: resolveSuites({
      file,
      yaml,
      root,
      flags,
      environment: expandsVariables ? environment : null,
      cwd,
    }),
  };
}

/**
 * Reads `touchstone.yaml` with nothing laid over it.
 *
 * @throws InputError with every problem found, each with its line.
 */
export async function readConfig(
  path: string,
  cwd: string,
): Promise<{ readonly file: ConfigFile; readonly yaml: YamlFile; readonly root: string }> {
  const absolute = resolve(cwd, path);
  const name = relative(cwd, absolute).startsWith("..") ? absolute : relative(cwd, absolute) || basename(absolute);
  const yaml = parseYamlFile(await readConfigFile(absolute, name), name);
  const parsed = fileSchema.safeParse(yaml.value);
  if (!parsed.success) {
    const problems = problemsOf(parsed.error.issues, yaml);
    throwIfAny(problems);
    throw parsed.error;
  }
  return { file: parsed.data, yaml, root: dirname(absolute) };
}

async function readConfigFile(path: string, name: string): Promise<string> {
  try {
    return decodeConfig(await readFile(path), name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof InputError || code === undefined) throw error;
    if (code !== "ENOENT" && code !== "EISDIR" && code !== "ENOTDIR") {
      const fix = "give yourself the right to read it, mend its path, or give another with `--config`";
      throw new InputError({ code: "config-unreadable", what: `\`${name}\` cannot be read (${code})`, at: path, fix });
    }
    throw new InputError({
      code: "config-missing",
      what: `there is no configuration at \`${name}\``,
      at: path,
      fix: "run in the folder that holds `touchstone.yaml`, or give its path with `--config`",
    });
  }
}

/** What is not UTF-8 is refused, not repaired: a name with U+FFFD in it would be looked for in vain. */
function decodeConfig(bytes: Uint8Array, name: string): string {
  const loose = new TextDecoder("utf-8").decode(bytes);
  const isWhole = isUtf8(bytes);
  const at = isWhole ? loose.indexOf("\0") : loose.indexOf("\uFFFD");
  if (isWhole && at === -1) return loose;
  throw new InputError({
    code: "config-encoding",
    what: "the configuration must be text in UTF-8",
    at: `${name}:${loose.slice(0, at).split("\n").length}`,
    fix: "save the file again in UTF-8",
  });
}
