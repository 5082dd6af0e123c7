import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InputError } from "../core/index.ts";
import { type Config, type Flags, formatConfig, formatOrigins, loadConfig } from "./index.ts";

/** A folder with this configuration. */
const rootOf = (yaml: string | Uint8Array): string => {
  const root = mkdtempSync(join(tmpdir(), "touchstone-"));
  writeFileSync(join(root, "touchstone.yaml"), yaml);
  return root;
};
const load = (
  yaml: string | Uint8Array,
  flags: Flags = {},
  environment: Record<string, string> = {},
): Promise<Config> => {
  return loadConfig({ cwd: rootOf(yaml), flags, environment });
};
const problemsOf = async (
  yaml: string | Uint8Array,
  flags: Flags = {},
  environment: Record<string, string> = {},
): Promise<string> => {
  try {
    await load(yaml, flags, environment);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "no problem";
};

describe("layers: the nearer one wins, and says so", () => {
  const yaml = `
defaults:
  repeat: 2
  gate: { margin: 0.05 }
suites:
  one:
    seed: 7
    gate: { metrics: [recall@5] }
  two: {}
`;

  test("built-in, file, suite and flag", async () => {
    const { suites } = await load(yaml, { repeat: "3" });
    expect(suites.map(({ name, repeat, seed, gate }) => ({ name, repeat, seed, gate }))).toEqual([
      {
        name: "one",
        repeat: 3,
        seed: 7,
        gate: { mode: "simple", margin: 0.05, metrics: ["recall@5"], maxQuarantined: 0.1 },
      },
      {
        name: "two",
        repeat: 3,
        seed: 1,
        gate: { mode: "simple", margin: 0.05, metrics: ["recall@5", "faithfulness"], maxQuarantined: 0.1 },
      },
    ]);
    const [one] = suites;
    expect(["repeat", "seed", "gate.margin", "gate.metrics", "gate.mode"].map((path) => one?.originOf(path))).toEqual([
      "flag --repeat",
      "touchstone.yaml:7",
      "touchstone.yaml:4",
      "touchstone.yaml:8",
      "default",
    ]);
  });

  test("a target of another kind replaces the one below, settings and all", async () => {
    const { suites } = await load(`
defaults:
  target: { kind: builtin, k: 3 }
suites:
  a: { target: { kind: recorded, file: answers.jsonl } }
  b: { target: { kind: builtin, minScore: 0.5 } }
`);
    expect(suites.map((suite) => suite.target)).toEqual([
      { kind: "recorded", file: expect.stringMatching(/\/answers\.jsonl$/) },
      { kind: "builtin", k: 3, minScore: 0.5 },
    ]);
  });

  test("config show and config show --origin", async () => {
    const config = await load("suites:\n  a:\n    judge: none\n", { seed: 5 });
    expect(formatConfig(config)).toContain("judge: none");
    expect(formatOrigins(config)).toMatchInlineSnapshot(`
      "a:
        dataset: "datasets/a"                                                                                                  # default
        baseline: "baselines/a.json"                                                                                           # default
        target.kind: "builtin"                                                                                                 # default
        metrics: ["recall@1","recall@3","recall@5","recall@10","precision@5","hit@5","mrr@10","ndcg@10","map@10","judged@10"]  # default
        metricFiles: []                                                                                                        # default
        slices: ["language","kind","answerable"]                                                                               # default
        gate.mode: "simple"                                                                                                    # default
        gate.margin: 0.02                                                                                                      # default
        gate.metrics: ["recall@5"]                                                                                             # default
        gate.maxQuarantined: 0.1                                                                                               # default
        minCoverage: 1                                                                                                         # default
        maxConcurrency: 4                                                                                                      # default
        repeat: 1                                                                                                              # default
        prompts: "prompts"                                                                                                     # default
        reports: "reports"                                                                                                     # default
        judge: "none"                                                                                                          # touchstone.yaml:3
        seed: 5                                                                                                                # flag --seed
      "
    `);
  });
});

describe("names", () => {
  const yaml = `
targets:
  mine: { kind: http, url: "http://127.0.0.1:1/ask", response: { answer: answer } }
judges:
  strong: { kind: llm, model: m, provider: local }
providers:
  local: { baseUrl: "http://127.0.0.1:2/v1" }
suites:
  a: { target: mine, judge: strong }
  b: {}
`;

  test("targets, judges and providers are found by name; a server without keys needs none", async () => {
    const { suites } = await load(yaml);
    expect(suites[0]?.target).toMatchObject({ kind: "http", url: "http://127.0.0.1:1/ask" });
    expect(suites[0]?.judge).toMatchObject({
      kind: "llm",
      provider: { name: "local", baseUrl: "http://127.0.0.1:2/v1", apiKey: undefined },
    });
  });

  test("only the suites that are named run, each once", async () => {
    const { suites } = await load(yaml, { suites: ["b", "b"] });
    expect(suites.map(({ name }) => name)).toEqual(["b"]);
  });

  test("unknown names get the nearest one", async () => {
    expect(await problemsOf(yaml, { suites: ["c"], target: "minne" })).toMatchInlineSnapshot(`
      "error[suite-unknown]: there is no suite \`c\`
        at:  argument c
        fix: did you mean \`a\`?"
    `);
    expect(await problemsOf(yaml, { suites: ["b"], target: "minne", judge: "ofline" })).toMatchInlineSnapshot(`
      "error[target-unknown]: there is no target \`minne\`
        at:  flag --target
        fix: did you mean \`mine\`?
      error[judge-unknown]: there is no judge \`ofline\`
        at:  flag --judge
        fix: did you mean \`offline\`?"
    `);
  });
});

describe("what is measured decides what is gated by default", () => {
  const gated = async (suite: string, flags: Flags = {}) =>
    (await load(`suites: { a: ${suite} }`, flags)).suites[0]?.gate.metrics;

  test("without a judge no dimension, without recall@5 no recall@5", async () => {
    expect(await gated("{ judge: none }")).toEqual(["recall@5"]);
    expect(await gated("{}", { judge: "none" })).toEqual(["recall@5"]);
    expect(await gated("{ metrics: [mrr@10] }")).toEqual(["faithfulness"]);
    expect(await gated("{ metrics: [R@5] }")).toEqual(["recall@5", "faithfulness"]);
    expect(await gated("{ metrics: [mrr@10], judge: none }")).toEqual([]);
  });

  test("what the user names stays, and the plan says that it is not measured", async () => {
    expect(await gated("{ judge: none, gate: { metrics: [faithfulness] } }")).toEqual(["faithfulness"]);
  });
});

describe("keys and addresses", () => {
  const yaml = "suites:\n  a:\n    judge: { kind: llm, model: gpt-4o-mini }\n";

  test("a missing key names the variable, before anything runs", async () => {
    expect(await problemsOf(yaml)).toMatchInlineSnapshot(`
      "error[config-missing-variable]: the environment variable \`OPENAI_API_KEY\` is not set
        at:  touchstone.yaml:3
        fix: set it before the run: \`export OPENAI_API_KEY=…\`"
    `);
    expect(await problemsOf(yaml, {}, { OPENAI_API_KEY: "" })).toContain("OPENAI_API_KEY");
  });

  test("a suite that does not run needs no key", async () => {
    expect(await problemsOf(`${yaml}  b: {}\n`, { suites: ["b"] })).toBe("no problem");
  });

  test("the address comes from OPENAI_BASE_URL or from the provider's entry", async () => {
    const environment = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:3/v1" };
    const byVariable = await load(yaml, {}, environment);
    expect(byVariable.suites[0]?.judge).toMatchObject({ provider: { baseUrl: "http://127.0.0.1:3/v1", apiKey: "k" } });
    const byEntry = await load(
      `providers:\n  openai: { baseUrl: "http://127.0.0.1:4/v1", apiKey: "\${MY_KEY}" }\n${yaml}`,
      {},
      { MY_KEY: "mine" },
    );
    expect(byEntry.suites[0]?.judge).toMatchObject({ provider: { baseUrl: "http://127.0.0.1:4/v1", apiKey: "mine" } });
  });

  test("a provider that is known needs no entry; its key has a variable of its own, and OPENAI_BASE_URL is not its address", async () => {
    const of = (provider: string) => `suites:\n  a:\n    judge: { kind: llm, model: m, provider: ${provider} }\n`;
    const environment = { OPENAI_BASE_URL: "http://127.0.0.1:3/v1", DASHSCOPE_API_KEY: "q" };
    const qwen = await load(of("qwen"), {}, environment);
    expect(qwen.suites[0]?.judge).toMatchObject({
      provider: { baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1", apiKey: "q" },
    });
    const ollama = await load(of("ollama"), {}, environment);
    expect(ollama.suites[0]?.judge).toMatchObject({
      provider: { baseUrl: "http://127.0.0.1:11434/v1", apiKey: undefined },
    });
    expect(await problemsOf(of("deepseek"), {}, environment)).toContain("`DEEPSEEK_API_KEY` is not set");
    expect(await problemsOf(of("deepsek"), {}, environment)).toContain("did you mean `deepseek`?");
    const own = await load(`providers:\n  qwen: { baseUrl: "http://127.0.0.1:4/v1" }\n${of("qwen")}`, {}, environment);
    expect(own.suites[0]?.judge).toMatchObject({ provider: { baseUrl: "http://127.0.0.1:4/v1", apiKey: undefined } });
    const limited = await load(
      `providers:\n  qwen: { limits: { requestsPerMinute: 60 } }\n${of("qwen")}`,
      {},
      environment,
    );
    expect(limited.suites[0]?.judge).toMatchObject({
      provider: { apiKey: "q", limits: { requestsPerMinute: 60 }, capabilities: { jsonMode: "json_object" } },
    });
    const what = "the provider `p` has no `baseUrl`, and is not one that is known";
    expect(await problemsOf(`providers:\n  p: {}\n${of("p")}`, {}, environment)).toContain(what);
    const azure = { AZURE_OPENAI_ENDPOINT: "https://r.openai.azure.com", AZURE_OPENAI_API_KEY: "a" };
    expect((await load(of("azure"), {}, azure)).suites[0]?.judge).toMatchObject({
      provider: { baseUrl: "https://r.openai.azure.com", apiKey: "a", apiVersion: "2024-10-21" },
    });
  });

  test("models that answer instead, at the same provider or another, and what may not be set beside its own setting", async () => {
    const of = (more: string): string =>
      `suites:\n  s: { dataset: d, judge: { kind: llm, provider: ollama, model: a, ${more} } }\n`;
    const { suites } = await load(of("fallback: [b, { provider: vllm, model: c }]"));
    expect(suites[0]?.judge).toMatchObject({
      fallback: [
        { model: "b", provider: { name: "ollama" } },
        { model: "c", provider: { name: "vllm" } },
      ],
    });
    expect(await problemsOf(of("parameters: { temperature: 1 }"))).toContain(
      "has a setting of its own, or is Touchstone's to set",
    );
  });

  test("variables in a body, and the place of each that is not set, inside a named target too", async () => {
    const file = `
providers:
  p:
    baseUrl: http://127.0.0.1:1/v1
    apiKey: "\${NO_KEY}"
targets:
  mine:
    kind: http
    url: "http://x/\${NO_PATH}"
    headers:
      Accept: text
      Authorization: "Bearer \${NO_TOKEN}"
    body: { query: "{{query}}", top: 3, user: { name: "\${NO_NAME}", tags: ["\${NO_TAG}"] } }
    response: { answer: a }
suites:
  a:
    target: mine
    judge:
      kind: llm
      model: m
      provider: p
`;
    const places = [...(await problemsOf(file)).matchAll(/`(NO_\w+)` is not set\n {2}at: {2}(.*)/g)];
    expect(places.map(([, name, at]) => `${name} ${at}`)).toEqual([
      "NO_PATH touchstone.yaml:9",
      "NO_TOKEN touchstone.yaml:12",
      "NO_NAME touchstone.yaml:13",
      "NO_TAG touchstone.yaml:13",
      "NO_KEY touchstone.yaml:5",
    ]);
    const environment = { NO_KEY: "k1", NO_PATH: "p1", NO_TOKEN: "t1", NO_NAME: "n1", NO_TAG: "t1" };
    const { suites } = await load(file, {}, environment);
    expect(suites[0]?.target).toMatchObject({
      body: { query: "{{query}}", top: 3, user: { name: "n1", tags: ["t1"] } },
    });
    expect(suites[0]?.secrets).toEqual(["p1", "t1", "n1", "k1"]);
    const { suites: shown } = await loadConfig({ cwd: rootOf(file), environment, expandsVariables: false });
    expect(shown[0]?.secrets).toEqual([]);
  });

  test("the place of a variable in a target that the suite writes itself", async () => {
    const file =
      "suites:\n  a:\n    target:\n      kind: http\n      url: http://x\n      headers:\n        A: ${NO_A}\n      response: { answer: a }\n";
    expect(await problemsOf(file)).toContain("at:  touchstone.yaml:7");
  });

  test("config show prints the variable's name, never the key", async () => {
    const config = await load(
      'suites:\n  a:\n    target: { kind: http, url: "http://x", headers: { Authorization: "Bearer ${TOKEN}" }, response: { answer: a } }\n',
      {},
      { TOKEN: "secret-1" },
    );
    expect(config.suites[0]?.target).toMatchObject({ headers: { Authorization: "Bearer secret-1" } });
    expect(formatConfig(config)).not.toContain("secret-1");
    expect(formatOrigins(config)).not.toContain("secret-1");
  });
});

describe("mistakes, each with its line, all at once", () => {
  test("unknown keys, wrong types and values off the range", async () => {
    const yaml = `
sutes: {}
defaults:
  gate: { margin: 2 }
suites:
  a:
    metricss: [recall@5]
    repeat: zero
    target: { kind: http, url: "http://x", respones: {} }
    judge: { kind: gpt }
`;
    expect(await problemsOf(yaml)).toMatchInlineSnapshot(`
      "error[config-unknown-key]: unknown key \`sutes\`
        at:  touchstone.yaml:2
        fix: did you mean \`suites\`?
      error[config-value]: \`defaults.gate.margin\` must be a number from 0 to 1
        at:  touchstone.yaml:4
        fix: two percentage points are 0.02
      error[config-unknown-key]: unknown key \`metricss\` in \`suites.a\`
        at:  touchstone.yaml:7
        fix: did you mean \`metrics\`?
      error[config-unknown-key]: unknown key \`respones\` in \`suites.a.target\`
        at:  touchstone.yaml:9
        fix: did you mean \`response\`?
      error[config-value]: \`suites.a.target.response\` is missing
        at:  touchstone.yaml:9
        fix: see \`targets.<name> (http).response\` in docs/config.md
      error[config-value]: \`suites.a.judge.kind\` must be one of \`offline\`, \`llm\`
        at:  touchstone.yaml:10
        fix: see \`judges\` in docs/config.md
      error[config-value]: \`suites.a.repeat\` must be a whole number, 1 or more
        at:  touchstone.yaml:8
        fix: see \`suites.<name>.repeat\` in docs/config.md"
    `);
  });

  test("invalid YAML: line and column", async () => {
    expect(await problemsOf('suites:\n  a: { judge: "none }\n')).toMatch(
      /^error\[config-yaml\]: this is not YAML: .*\n {2}at: {2}touchstone\.yaml:\d+:\d+/,
    );
  });

  test("invalid YAML: only the first place, since the rest follows from it", async () => {
    const message = await problemsOf("suites: {\n  a: [\n  b: }\n  c: ]\n");
    expect(message.match(/error\[/g)).toHaveLength(1);
  });

  test("the same key twice", async () => {
    expect(await problemsOf("suites:\n  alpha: {}\n  alpha: {}\n")).toMatchInlineSnapshot(`
      "error[config-yaml]: the key \`alpha\` stands twice
        at:  touchstone.yaml:3:3
        fix: merge the two into one"
    `);
  });

  test.each([
    ["suites:\n  a: { prompts: *nowhere }\n", "touchstone.yaml:2:17"],
    ["suites: &all\n  a: *all\n", "touchstone.yaml:2:6"],
    [
      `${"abcdefg".replace(/./g, (c, i) => `${c}: &${c} [${Array(9).fill(i ? `*${"abcdefg"[i - 1]}` : 1)}]\n`)}`,
      ":2:8",
    ],
  ])("an alias that names nothing, stands inside itself, or fills the memory: %j", async (yaml, at) => {
    const message = await problemsOf(yaml);
    expect(message).toMatch(/^error\[config-yaml\]: the alias/);
    expect(message).toContain(at);
  });

  test("an alias that is an alias", async () => {
    const { suites } = await load("suites:\n  a: &a { seed: 7 }\n  b: *a\n");
    expect(suites.map(({ seed }) => seed)).toEqual([7, 7]);
  });

  test.each([
    ["GBK", Buffer.from("73756974 65733a0a 2020b2e2 3a207b7d".replaceAll(" ", ""), "hex"), ":2"],
    ["UTF-16 with a mark", Buffer.from("\uFEFFsuites: { a: {} }", "utf16le"), ":1"],
    ["UTF-16 without one", Buffer.from("suites: { a: {} }", "utf16le"), ":1"],
  ])("bytes that are no UTF-8: %s", async (_, bytes, line) => {
    const message = await problemsOf(bytes);
    expect(message).toContain("error[config-encoding]: the configuration must be text in UTF-8");
    expect(message).toContain(`touchstone.yaml${line}`);
  });

  test("a byte order mark of UTF-8 is no fault", async () => {
    expect(await problemsOf("\uFEFFsuites: { a: {} }")).toBe("no problem");
  });

  test("what is missing is called missing, an object an object, and each fix names a key of the documentation", async () => {
    const yaml = `
targets:
  t: { kind: http, url: "http://x", headers: { a: 1 }, response: { answer: [] }, timeoutMs: 3000000000 }
judges: { j: { model: m } }
suites:
  a: { judge: { kind: llm }, metrics: [1], target: 5 }
  b: 7
  ${"x".repeat(101)}: {}
`;
    const message = await problemsOf(yaml);
    expect(message).toMatchInlineSnapshot(`
      "error[config-value]: \`targets.t.headers.a\` must be text
        at:  touchstone.yaml:3
        fix: see \`targets.<name> (http).headers\` in docs/config.md
      error[config-value]: \`targets.t.response.answer\` must be text
        at:  touchstone.yaml:3
        fix: see \`targets.<name> (http).response\` in docs/config.md
      error[config-value]: \`targets.t.response.answer\` must not be empty
        at:  touchstone.yaml:3
        fix: see \`targets.<name> (http).response\` in docs/config.md
      error[config-value]: \`targets.t.timeoutMs\` must be at most 2147483647
        at:  touchstone.yaml:3
        fix: see \`targets.<name> (http).timeoutMs\` in docs/config.md
      error[config-value]: \`judges.j.kind\` is missing: it is one of \`offline\`, \`llm\`
        at:  touchstone.yaml:4
        fix: see \`judges\` in docs/config.md
      error[config-value]: \`suites.a.target\` must be an object
        at:  touchstone.yaml:6
        fix: see \`suites.<name>.target\` in docs/config.md
      error[config-value]: \`suites.a.judge.model\` is missing
        at:  touchstone.yaml:6
        fix: see \`judges.<name> (llm).model\` in docs/config.md
      error[config-value]: \`suites.a.metrics.0\` must be text
        at:  touchstone.yaml:6
        fix: see \`suites.<name>.metrics\` in docs/config.md
      error[config-value]: \`suites.b\` must be an object
        at:  touchstone.yaml:7
        fix: see \`suites\` in docs/config.md
      error[config-value]: \`suites.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\` must be at most 100 characters, since it names a folder
        at:  touchstone.yaml:8
        fix: see \`suites\` in docs/config.md"
    `);
    const documentation = readFileSync(new URL("../../docs/config.md", import.meta.url), "utf8");
    const keys = [...message.matchAll(/fix: see `(.*)` in/g)].map(([, key]) => `| \`${key}\` |`);
    expect(keys.filter((key) => !documentation.includes(key))).toEqual([]);
    expect(await problemsOf("")).toMatchInlineSnapshot(`
      "error[config-value]: \`suites\` is missing
        at:  touchstone.yaml
        fix: see \`suites\` in docs/config.md"
    `);
    expect(await problemsOf("suites: [a]")).toMatchInlineSnapshot(`
      "error[config-value]: \`suites\` must be an object
        at:  touchstone.yaml:1
        fix: see \`suites\` in docs/config.md"
    `);
  });

  test("--max-concurrency 0", async () => {
    expect(await problemsOf("suites: { a: {} }", { maxConcurrency: "0" })).toMatchInlineSnapshot(`
      "error[config-value]: \`maxConcurrency\` must be a whole number, 1 or more
        at:  flag --max-concurrency
        fix: see \`suites.<name>.maxConcurrency\` in docs/config.md"
    `);
    for (const value of ["-1", "1.5", "ten", "", "1e3", "0x10"]) {
      expect(await problemsOf("suites: { a: {} }", { maxConcurrency: value })).toContain("flag --max-concurrency");
    }
  });

  test.each([
    ["", "config-value"],
    ["- a\n- b\n", "config-value"],
    ["suites: {}\n", "config-no-suites"],
    ["suites: { a: { metrics: [] } }\n", "config-value"],
    ["suites: { '../a': {} }\n", "config-value"],
    ["suites: { a: { minCoverage: 101 } }\n", "config-value"],
  ])("%j is refused as %s", async (yaml, code) => {
    expect(await problemsOf(yaml)).toContain(`error[${code}]`);
  });

  test("filters that are no filters", async () => {
    const flags = { filterMetadata: ["language"], filterPattern: "(", filterFirstN: "0" };
    const message = await problemsOf("suites: { a: {} }", flags);
    expect(message.match(/error\[.*?\]/g)).toEqual([
      "error[flag-filter-metadata]",
      "error[flag-filter-pattern]",
      "error[flag-filter-first-n]",
    ]);
  });

  test("a filter and a new baseline, told once for all suites", async () => {
    for (const filter of [{ filterFirstN: "1" }, { filterPattern: "a" }, { filterMetadata: ["a=b"] }]) {
      const message = await problemsOf("suites: { a: {}, b: {} }", { ...filter, updateBaseline: true });
      expect(message.match(/error\[.*?\]/g)).toEqual(["error[flag-update-filtered]"]);
    }
    expect(await problemsOf("suites: { a: {} }", { updateBaseline: true, filterMetadata: [] })).toBe("no problem");
  });

  test("a kind where a name is asked for", async () => {
    expect(await problemsOf("suites:\n  a:\n    judge: llm\n    target: http\n")).toMatchInlineSnapshot(`
      "error[target-unknown]: \`http\` is a kind of target, which needs settings of its own
        at:  touchstone.yaml:4
        fix: write it out as an object, \`{ kind: http, url: …, response: { answer: … } }\`
      error[judge-unknown]: \`llm\` is a kind of judge, which needs settings of its own
        at:  touchstone.yaml:3
        fix: write it out as an object, \`{ kind: llm, model: … }\`"
    `);
    expect(await problemsOf("suites: { a: {} }", { judge: "llm" })).toMatchInlineSnapshot(`
      "error[judge-unknown]: \`llm\` is a kind of judge, which needs settings of its own
        at:  flag --judge
        fix: write it out as an object, \`{ kind: llm, model: … }\` under \`judges\`, and give its name here"
    `);
  });

  test("a prompt for a target that has none", async () => {
    expect(await problemsOf("suites: { a: {} }", { prompt: "rag/answer@v1" })).toContain("error[flag-prompt-unused]");
  });

  test("no configuration", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "touchstone-"));
    await expect(loadConfig({ cwd, path: "conf/none.yaml" })).rejects.toThrow(
      "error[config-missing]: there is no configuration at `conf/none.yaml`",
    );
    await expect(loadConfig({ cwd, path: "." })).rejects.toThrow("error[config-missing]");
  });

  test("a configuration that the system does not give", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "touchstone-"));
    symlinkSync("touchstone.yaml", join(cwd, "touchstone.yaml"));
    await expect(loadConfig({ cwd })).rejects.toThrow(
      "error[config-unreadable]: `touchstone.yaml` cannot be read (ELOOP)",
    );
    await expect(loadConfig({ cwd, path: "x".repeat(300) })).rejects.toThrow("(ENAMETOOLONG)");
  });
});

test("a judge's method decides which prompts and rubrics it has, unless they are named", async () => {
  const judgeOf = async (more: string) => {
    const { suites } = await load(`suites:\n  s: { judge: { kind: llm, provider: ollama, model: m${more} } }\n`);
    return suites[0]?.judge;
  };
  expect(await judgeOf("")).toMatchObject({
    method: "score",
    mode: "together",
    repeat: 1,
    prompts: { en: "judge/score-en@v1", zh: "judge/score-zh@v1" },
    dimensions: ["judge/faithfulness@v1", "judge/relevance@v1", "judge/completeness@v1"],
  });
  expect(await judgeOf(", method: claims, dimensions: [judge/mine@v1]")).toMatchObject({
    prompts: { en: "judge/claims-en@v1", zh: "judge/claims-zh@v1" },
    dimensions: ["judge/mine@v1"],
  });
});
