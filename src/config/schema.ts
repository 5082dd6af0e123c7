import { z } from "zod";

/** Whole numbers from 1 on, with words that a person understands. */
const count = z
  .int({ error: "must be a whole number, 1 or more" })
  .min(1, { error: "must be a whole number, 1 or more" });
/** The longest that a timer of Node waits; beyond it the timer fires at once. */
const maxTimeoutMs = 2_147_483_647;
const timeoutMs = count.max(maxTimeoutMs, { error: `must be at most ${maxTimeoutMs}` });
const share = z
  .number({ error: "must be a number from 0 to 1" })
  .min(0, { error: "must be a number from 0 to 1" })
  .max(1, { error: "must be a number from 0 to 1" });
const text = z.string({ error: "must be text" }).min(1, { error: "must not be empty" });

const retrieverFields = {
  k: count.optional().describe("How many chunks are retrieved."),
  maxChunkChars: count.optional().describe("The longest chunk, in characters."),
};

/** What a request is made of by other settings, or by us: it cannot be set beside them. */
const ownParameters = [
  "model",
  "messages",
  "stream",
  "stream_options",
  "response_format",
  "n",
  "temperature",
  "top_p",
  "seed",
  "max_tokens",
  "max_completion_tokens",
];

const parameters = z.record(
  z.string().refine((name) => !ownParameters.includes(name), {
    error: "has a setting of its own, or is Touchstone's to set",
  }),
  z.json(),
);

const chatFields = {
  provider: text
    .default("openai")
    .describe(
      "A name from `providers`, or one that is known: openai, azure, deepseek, qwen, zhipu, kimi, baichuan, openrouter, vllm, tgi, ollama, lmstudio.",
    ),
  model: text.describe("The model's name at that provider. It has no default: you choose what is paid for."),
  maxTokens: count.optional().describe("The longest reply, in tokens."),
  parameters: parameters
    .optional()
    .describe("Whatever else the provider takes, as it is called there, such as `{ enable_thinking: false }`."),
  fallback: z
    .array(z.union([text, z.strictObject({ provider: text, model: text })]))
    .optional()
    .describe(
      "Models that answer while the first is down or out of quota, in this order: a name at the same provider, or `{ provider, model }`. Who answered is in the record. Default: none, since another model is another system.",
    ),
};

const provider = z.strictObject({
  baseUrl: text
    .optional()
    .describe(
      "Address up to and including `/v1`, or that of an Azure resource; may hold `${VARIABLE}`. A provider that is known has one.",
    ),
  apiKey: text
    .optional()
    .describe("Write `${VARIABLE}`, never the key itself. Leave it out for a server without keys."),
  apiVersion: text.optional().describe("Azure's; with it `model` names a deployment."),
  headers: z.record(z.string(), z.string()).optional().describe("Sent with every call; values may hold `${VARIABLE}`."),
  limits: z
    .strictObject({
      requestsPerMinute: count.optional().describe("As the provider states it."),
      tokensPerMinute: count.optional().describe("As the provider states it, prompt and completion together."),
      share: share
        .gt(0, { error: "must be above 0, up to 1" })
        .optional()
        .describe("How much of both is used; default 0.8, since tokens are estimated and others may use the key."),
    })
    .optional()
    .describe("What the provider allows. Without it calls go out until it refuses, and slow down then."),
  timeoutMs: timeoutMs.optional().describe("For one attempt, headers and body; default 120000."),
  attempts: count
    .optional()
    .describe("Attempts in all for one call; default 4, and 10 where the provider refuses for too many requests."),
});

const usd = z
  .number({ error: "must be a number of US dollars, 0 or more" })
  .min(0, { error: "must be a number of US dollars, 0 or more" });

const builtinTarget = z.strictObject({
  kind: z.literal("builtin"),
  ...retrieverFields,
  minScore: share.optional().describe("Below this share of the question's terms covered, the answer is a refusal."),
  sentences: count.optional().describe("The most sentences in an answer."),
});

const deterministic = text
  .optional()
  .describe(
    "A version of yours, such as `2026-03-01`: it says that the same query gets the same answer as long as the version stays, so answers are kept in the cache. Change it with whatever changes an answer.",
  );

const httpTarget = z.strictObject({
  kind: z.literal("http"),
  url: text.describe("Address of the RAG service; may hold `{{query}}` and `${VARIABLE}`."),
  method: z.enum(["GET", "POST", "PUT"]).optional().describe("Default POST."),
  headers: z.record(z.string(), z.string()).optional().describe("Values may hold `${VARIABLE}` of the environment."),
  body: z
    .json()
    .optional()
    .describe('Request template; default `{"query": "{{query}}"}`. Texts may hold `${VARIABLE}`.'),
  response: z
    .strictObject({
      answer: text.describe("Path of the answer in the reply, such as `data.answer` or `choices[0].message.content`."),
      retrieved: text.optional().describe("Path of the ranked list."),
      id: text.optional().describe("Path of the id in an entry of the list; default `id`."),
      docId: text.optional().describe("Path of the document's id; needed when gold names documents or quotations."),
      text: text.optional().describe("Path of the chunk's text; needed for quotations and for a judge."),
      score: text.optional().describe("Path of the retrieval score; only shown, the order of the list is the rank."),
      start: text.optional().describe("Path of the chunk's first offset in its document, in UTF-16 code units."),
      end: text.optional().describe("Path of the offset behind the chunk."),
    })
    .describe("Where the answer and the retrieved list stand in the reply."),
  timeoutMs: timeoutMs.optional().describe("For one attempt, headers and body; default 30000."),
  attempts: count
    .optional()
    .describe("Attempts in all when the service answers 429 or 503; default 10 for 429 and 4 for 503."),
  deterministic,
});

const moduleTarget = z.strictObject({
  kind: z.literal("module"),
  file: text.describe("A TypeScript or JavaScript file, relative to touchstone.yaml."),
  export: text.optional().describe("Name of the exported function; by default `default`, and else `ask`."),
  timeoutMs: timeoutMs.optional().describe("For one call; default 120000."),
  deterministic,
});

const recordedTarget = z.strictObject({
  kind: z.literal("recorded"),
  file: text.describe("A JSONL file of answers made elsewhere, relative to touchstone.yaml."),
});

const promptTarget = z.strictObject({
  kind: z.literal("prompt"),
  prompt: text.describe("A prompt file with its version, such as `rag/answer@v1`."),
  ...chatFields,
  temperature: z.number().min(0).max(2).optional().describe("From 0 to 2; sent only when set."),
  topP: share.optional().describe("Sent only when set."),
  seed: z.int().optional().describe("The model's own seed; sent only when set."),
  stream: z
    .boolean()
    .optional()
    .describe("Whether answers are asked for piece by piece, so that the time to the first token is measured."),
  embedding: z
    .strictObject({ provider: text.default("openai"), model: text })
    .optional()
    .describe(
      "An embedding model whose vectors find the chunks, by cosine; default: BM25. `model` is its name at `provider`.",
    ),
  ...retrieverFields,
});

const target = z
  .discriminatedUnion("kind", [builtinTarget, httpTarget, moduleTarget, recordedTarget, promptTarget])
  .describe("The system under test.");

const judge = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("offline") }),
    z.strictObject({
      kind: z.literal("llm"),
      ...chatFields,
      prompts: z
        .strictObject({
          en: text.describe("For English cases."),
          zh: text.describe("For Chinese cases."),
        })
        .optional()
        .describe("The judge's prompt by the language of the case; default: the shipped one of the method."),
      dimensions: z
        .array(text)
        .min(1)
        .optional()
        .describe("Rubric files, one a dimension; default: the three that are shipped for the method."),
      method: z
        .enum(["score", "claims"])
        .default("score")
        .describe(
          "`score`: the judge chooses a level for each dimension. `claims`: it takes the answer and the reference apart, with a quotation for each claim that is looked up, and the score is counted; dearer.",
        ),
      mode: z
        .enum(["together", "each"])
        .default("together")
        .describe("Whether one call asks for all dimensions, or one call for each; each is dearer."),
      repeat: count
        .default(1)
        .describe(
          "How often an answer is judged, each time with its contexts in another, balanced order; the score is the mean. With 2 or more the order sensitivity is measured.",
        ),
    }),
  ])
  .describe("Who scores the answers.");

const gate = z
  .strictObject({
    mode: z.enum(["simple"]).describe("`simple`: fail when a mean drops by more than the margin."),
    margin: share.describe("The largest drop allowed: 0.02 is two percentage points."),
    metrics: z.array(text).describe("What decides; everything else is watched. Empty: nothing is gated."),
    maxQuarantined: share.describe(
      "The largest share of the cases with gold whose gold may be missing from the corpus; beyond it nothing runs.",
    ),
  })
  .describe("The rule that turns the comparison with the baseline into a verdict.");

const settingFields = {
  target: z.union([text, target]).describe("A name from `targets`, `builtin`, or a target written here."),
  judge: z.union([text, judge]).describe("A name from `judges`, `offline`, `none`, or a judge written here."),
  metrics: z
    .array(text)
    .min(1, { error: "must name at least one metric" })
    .describe("Retrieval metrics, such as `recall@5`."),
  metricFiles: z
    .array(text)
    .describe("TypeScript or JavaScript files with metrics of your own; see docs/metrics.md. Default: none."),
  slices: z.array(text).describe("Means are also given by these: `language`, `answerable`, `tag`, or a metadata key."),
  gate,
  baseline: text.describe("Path of the baseline; default `baselines/<suite>.json`."),
  minCoverage: share.describe("The least share of cases that must be scored; below it the run ends with exit code 3."),
  maxConcurrency: count.describe("How many cases run at once."),
  repeat: count.describe("How often each case runs; scores are averaged by case."),
  seed: z.int({ error: "must be a whole number" }).describe("Of everything that is shuffled."),
  prompts: text.describe("Folder of the prompt files."),
  reports: text.describe("Folder that runs are written to."),
};

const settings = z
  .strictObject({
    ...settingFields,
    gate: gate.partial().describe("The rule that turns the comparison with the baseline into a verdict."),
  })
  .partial();

/** The settings of one suite with every layer applied. */
export const suiteSchema = z.strictObject({ dataset: text, ...settingFields, baseline: text.optional() });

/** `touchstone.yaml`. */
export const fileSchema = z
  .strictObject({
    providers: z.record(z.string(), provider).default({}).describe("Services that speak OpenAI's protocol, by name."),
    prices: z
      .record(
        z.string(),
        z.strictObject({
          prompt: usd.describe("US dollars for a million tokens of prompt."),
          completion: usd.describe("US dollars for a million tokens of completion."),
        }),
      )
      .default({})
      .describe("What models cost, by the model's name. What a model without an entry costs is unknown, never 0."),
    askAboveUsd: usd
      .default(1)
      .describe(
        "A run that may cost more, or whose cost is unknown, is told before it begins, and asked for at a terminal.",
      ),
    targets: z.record(z.string(), target).default({}).describe("Systems under test by name, for `--target`."),
    judges: z.record(z.string(), judge).default({}).describe("Judges by name, for `--judge`."),
    defaults: settings.default({}).describe("Settings of every suite that does not say otherwise."),
    suites: z
      .record(
        z
          .string()
          .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, { error: "must be letters, digits, `.`, `_` or `-`" })
          .max(100, { error: "must be at most 100 characters, since it names a folder" }),
        settings.extend({ dataset: text.optional().describe("Folder of the dataset; default `datasets/<suite>`.") }),
      )
      .describe("What `touchstone eval` runs, by name."),
  })
  .describe("Configuration of Touchstone");

/** `touchstone.yaml` as it was read, with nothing laid over it. */
export type ConfigFile = z.infer<typeof fileSchema>;
/** The settings of one suite with every layer applied. */
export type SuiteSettings = z.infer<typeof suiteSchema>;
/** A JSON value of the file, such as the body of a request. */
export type Json = z.infer<ReturnType<typeof z.json>>;
/** A target as it is written. */
export type TargetConfig = z.infer<typeof target>;
/** A provider as it is written. */
export type ProviderConfig = z.infer<typeof provider>;
/** A judge as it is written. */
export type JudgeConfig = z.infer<typeof judge>;

/** What a judge works with by method, where nothing is said. */
export const judgeDefaults = {
  score: {
    prompts: { en: "judge/score-en@v1", zh: "judge/score-zh@v1" },
    dimensions: ["judge/faithfulness@v1", "judge/relevance@v1", "judge/completeness@v1"],
  },
  claims: {
    prompts: { en: "judge/claims-en@v1", zh: "judge/claims-zh@v1" },
    dimensions: ["judge/faithfulness-claims@v1", "judge/relevance@v1", "judge/completeness-points@v1"],
  },
} as const;

/** What holds where no file and no flag says otherwise. */
export const builtinDefaults = {
  target: { kind: "builtin" },
  judge: { kind: "offline" },
  metrics: [
    "recall@1",
    "recall@3",
    "recall@5",
    "recall@10",
    "precision@5",
    "hit@5",
    "mrr@10",
    "ndcg@10",
    "map@10",
    "judged@10",
  ],
  metricFiles: [],
  slices: ["language", "kind", "answerable"],
  // A typo or a few edited documents must not stop a team; a corpus that lost its labels must.
  gate: { mode: "simple", margin: 0.02, metrics: ["recall@5", "faithfulness"], maxQuarantined: 0.1 },
  minCoverage: 1,
  maxConcurrency: 4,
  repeat: 1,
  seed: 1,
  prompts: "prompts",
  reports: "reports",
} as const satisfies Record<string, unknown>;

/** The JSON Schema of `touchstone.yaml`, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(fileSchema, { io: "input" });
}
