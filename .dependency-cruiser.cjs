/**
 * Who may import whom: one line a room. Data goes one way, so the list has no circle.
 * A room is entered through its `index.ts`; a package belongs to the room that it serves.
 */
const rooms = {
  core: [],
  text: ["core"],
  stats: ["core"],
  config: ["core"],
  dataset: ["core", "text"],
  prompts: ["core"],
  llm: ["core"],
  rag: ["core", "text"],
  target: ["core", "prompts", "llm", "rag", "trec"],
  metrics: ["core", "text"],
  trec: ["core", "metrics"],
  judge: ["core", "text", "stats", "prompts", "llm"],
  record: ["core", "stats"],
  gate: ["core", "stats", "record"],
  report: ["core", "record", "gate"],
  run: ["core", "config", "dataset", "prompts", "llm", "rag", "target", "metrics", "judge", "record"],
  vitest: ["core", "text", "prompts", "llm", "judge"],
};

const packages = {
  openai: ["llm"],
  cockatiel: ["llm", "target"],
  lmdb: ["llm"],
  undici: ["llm"],
  "eventsource-parser": ["llm"],
  "rate-limiter-flexible": ["llm"],
  handlebars: ["prompts"],
  "csv-parse": ["dataset"],
  minisearch: ["rag"],
  jsonrepair: ["judge"],
  "p-queue": ["llm", "run"],
  "hyparquet-writer": ["record"],
  bullmq: ["run"],
  ioredis: ["llm", "run"],
  "chart.js": ["report"],
  preact: ["report"],
  commander: ["cli"],
  chokidar: ["cli"],
  diff: ["cli"],
  "@clack": ["cli"],
  vitest: ["vitest"],
  zod: ["config", "dataset", "prompts", "record", "vitest"],
  yaml: ["config", "dataset", "prompts", "record"],
  tsx: ["target"],
  cephes: ["stats"],
};

const pure = ["core", "text", "stats", "rag", "metrics", "gate", "report"];
const notTests = "\\.test\\.ts$|\\.fixture\\.ts$";
const anyOf = (names) => `^src/(${names.join("|")})/`;

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `${room} may import ${allowed.length === 0 ? "no other room" : allowed.join(", ")}`,
  severity: "error",
  from: { path: `^src/${room}/`, pathNot: notTests },
  to: { path: "^src/", pathNot: anyOf([room, ...allowed]) },
}));

const packageRules = Object.entries(packages).map(([name, owners]) => ({
  name: `package-${name.replace("@", "")}`,
  comment: `${name} belongs to ${owners.join(", ")}`,
  severity: "error",
  from: { path: "^src/", pathNot: `${anyOf(owners)}|${notTests}` },
  to: { path: `^node_modules/${name}(/|$)` },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    ...packageRules,
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "through-the-door",
      comment: "a room is entered by its index.ts",
      severity: "error",
      from: { path: "^src/([^/]+)/", pathNot: notTests },
      to: { path: "^src/([^/]+)/", pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$"] },
    },
    {
      name: "through-the-door-from-the-top",
      severity: "error",
      from: { path: "^src/[^/]+\\.ts$" },
      to: { path: "^src/[^/]+/", pathNot: "^src/[^/]+/index\\.ts$" },
    },
    {
      name: "cli-is-a-leaf",
      severity: "error",
      from: { pathNot: "^(src/cli|tests)/" },
      to: { path: "^src/cli/" },
    },
    {
      name: "every-room-is-listed",
      severity: "error",
      from: { path: "^src/", pathNot: anyOf([...Object.keys(rooms), "cli"]) },
      to: { path: "^src/[^/]+/", pathNot: anyOf([...Object.keys(rooms), "cli"]) },
    },
    {
      name: "pure-rooms-touch-nothing",
      comment: "a pure room imports no Node module but node:crypto",
      severity: "error",
      from: { path: anyOf(pure), pathNot: [notTests, "^src/report/page/"] },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "only-with-a-queue",
      comment: "what a queue needs is loaded by `await import`, when there is one",
      severity: "error",
      from: { path: "^src/", pathNot: notTests },
      to: { path: "^node_modules/(bullmq|ioredis)/", dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js"],
    },
  },
};
