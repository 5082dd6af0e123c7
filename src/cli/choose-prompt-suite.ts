import type { Config } from "../config/index.ts";
import { InputError } from "../core/index.ts";

/**
 * The configuration with the one suite whose target is of the kind `prompt`.
 *
 * @throws InputError when there is none, or more than one.
 */
export function choosePromptSuite(config: Config): Config {
  const suites = config.suites.filter(({ target }) => target.kind === "prompt");
  if (suites.length === 1) return { ...config, suites };
  const names = suites.map(({ name }) => `\`${name}\``).join(", ");
  throw new InputError({
    code: "suite-without-prompt",
    what:
      suites.length === 0
        ? "no suite that was asked for has a target of the kind `prompt`"
        : `${suites.length} suites have a target of the kind \`prompt\`: ${names}`,
    at: "argument suite",
    fix: suites.length === 0 ? "name one that has, or choose its target with `--target`" : "name one of them",
  });
}
