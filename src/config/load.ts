import { readFile } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import { InputError, throwIfAny } from "../core/index.ts";
import type { Environment } from "./environment.ts";
import type { Flags } from "./flags.ts";
import { type Config, resolveSuites } from "./resolve.ts";
import { fileSchema } from "./schema.ts";
import { parseYamlFile, problemsOf } from "./yaml-file.ts";

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
  const absolute = resolve(cwd, path);
  const name = relative(cwd, absolute).startsWith("..") ? absolute : relative(cwd, absolute) || basename(absolute);
  const yaml = parseYamlFile(await readConfigFile(absolute, name), name);
  const parsed = fileSchema.safeParse(yaml.value);
  if (!parsed.success) {
    const problems = problemsOf(parsed.error.issues, yaml.placeOf);
    throwIfAny(problems);
    throw parsed.error;
  }
  const root = dirname(absolute);
  return {
    root,
    suites: resolveSuites({
      file: parsed.data,
      yaml,
      root,
      flags,
      environment: expandsVariables ? environment : null,
      cwd,
    }),
  };
}

async function readConfigFile(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EISDIR" && code !== "ENOTDIR") throw error;
    throw new InputError({
      code: "config-missing",
      what: `there is no configuration at \`${name}\``,
      at: path,
      fix: "run in the folder that holds `touchstone.yaml`, or give its path with `--config`",
    });
  }
}
