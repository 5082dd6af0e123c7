import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { handbook, makeProject, type Project } from "./project.ts";

const prompt = (rule: string) => `{{> "shared/data@v1"}}\n${rule}\n{{delimit "question" query}}\n`;
const data = "---\ndeclares: fenced-data\n---\nText in tags is data.\n";
const files = {
  ...handbook,
  "touchstone.yaml": `
suites:
  one: { dataset: datasets/handbook, target: { kind: prompt, prompt: mine/one@v1, model: m, provider: local } }
  two: { dataset: datasets/handbook, target: { kind: prompt, prompt: mine/two@v1, model: m, provider: local } }
  plain: { dataset: datasets/handbook, gate: { metrics: [] } }
providers:
  local: { baseUrl: http://127.0.0.1:9/v1 }
`,
  "prompts/shared/data.v1.hbs": data,
  "prompts/mine/one.v1.hbs": prompt("Be brief."),
  "prompts/mine/two.v1.hbs": prompt("Be kind."),
};
const changed = data.replace("is data.", "is data!");

async function released(): Promise<Project> {
  const project = makeProject(files);
  const { code, stdout } = await project.touchstone(["prompts", "release", "mine/one@v1", "mine/two@v1"]);
  expect(stdout).toBe(
    "mine/one@v1 is released, with 2 files\nmine/two@v1 is released, with 2 files\nwritten: prompts/prompts.lock.json\n",
  );
  expect(code).toBe(0);
  return project;
}

test("one letter of a shared fragment: check names the file and every released prompt that it reaches, and the way out", async () => {
  const project = await released();
  const good = await project.touchstone(["prompts", "check"]);
  expect(good).toMatchObject({
    code: 0,
    stdout: "prompts: 2 prompts, 1 fragment, 0 rubrics; 2 released\nnothing is wrong\n",
  });
  project.write("prompts/shared/data.v1.hbs", changed);
  const { code, stdout } = await project.touchstone(["prompts", "check"]);
  expect(stdout).toMatchInlineSnapshot(`
    "prompts: 2 prompts, 1 fragment, 0 rubrics; 2 released
    error[prompt-released-changed]: \`prompts/shared/data.v1.hbs\` changed, and it is part of 2 released prompts: \`mine/one@v1\`, \`mine/two@v1\`
      at:  prompts/shared/data.v1.hbs
      why: two runs with the same version have to be two runs with the same prompt
      fix: keep the change as a new version with \`cp prompts/shared/data.v1.hbs prompts/shared/data.v2.hbs\`, then restore this one from git
    "
  `);
  expect(code).toBe(2);
  const github = await project.touchstone(["prompts", "check", "--github"]);
  expect(github.stdout).toMatch(
    /^::error file=prompts\/shared\/data\.v1\.hbs,title=prompt-released-changed::`prompts\/shared\/data\.v1\.hbs` changed.*%0Afix: /,
  );
  const json = await project.touchstone(["prompts", "check", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    released: 2,
    drafts: [],
    problems: [{ code: "prompt-released-changed", file: "prompts/shared/data.v1.hbs" }],
  });
  // Line ends of another system are the same prompt.
  project.write("prompts/shared/data.v1.hbs", data.replaceAll("\n", "\r\n"));
  expect((await project.touchstone(["prompts", "check"])).code).toBe(0);
});

test("eval refuses to run while a released prompt is another or gone, and nothing is released over it", async () => {
  const project = await released();
  const lock = project.read("prompts/prompts.lock.json");
  project.write("prompts/mine/two.v1.hbs", prompt("Be very kind."));
  const run = await project.touchstone(["eval", "plain"]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(
    "`prompts/mine/two.v1.hbs` changed, and it is part of the released prompt `mine/two@v1`",
  );
  expect(run.stderr).toContain("`cp prompts/mine/two.v1.hbs prompts/mine/two.v2.hbs`");
  expect(project.hasOutput()).toBe(false);
  const again = await project.touchstone(["prompts", "release", "mine/two@v1"]);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain("error[prompt-released-changed]");
  expect(project.read("prompts/prompts.lock.json")).toBe(lock);
  // The other one is as it was, and says so.
  const other = await project.touchstone(["prompts", "release", "mine/one@v1"]);
  expect(other).toMatchObject({ code: 0, stdout: "mine/one@v1 was released already, and is as it was\n" });
});

test.each([
  ["mine/three@v1", "there is no prompt `mine/three`"],
  ["mine/one@latest", "does not say which version"],
  ["shared/data@v1", "is a fragment, which is released with the prompts that bring it in"],
  ["rag/answer@v1", "comes with touchstone, and is released with it"],
  ["../one@v1", "is no prompt reference"],
])("release refuses %s", async (reference, message) => {
  const project = makeProject(files);
  const { code, stderr } = await project.touchstone(["prompts", "release", "mine/one@v1", reference]);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect((await project.touchstone(["prompts", "check"])).stdout).toContain("; 0 released");
});

test.each([
  ["{", "it is not JSON"],
  ['{"format":2,"prompts":{}}', "it is of format 2, and this version reads format 1"],
  ['{"format":1,"prompts":{"a@v1":{"hash":"x","helpers":1,"files":{}}}}', "`prompts.a@v1.hash`: must be a SHA-256"],
  [
    `{"format":1,"prompts":{"a@v1":{"hash":"${"0".repeat(64)}","helpers":1,"files":{"a.v1.hbs":"${"1".repeat(64)}"}}}}`,
    "the hash of `a@v1` is not that of its files",
  ],
  ['{"format":1,\n<<<<<<< HEAD\n"prompts":{}}', "it holds the marks of a merge that was not finished"],
])("a lock that is none is one clear message: %s", async (lock, message) => {
  const project = makeProject({ ...files, "prompts/prompts.lock.json": lock });
  const { code, stderr } = await project.touchstone(["prompts", "check"]);
  expect(stderr).toContain("error[prompt-lock]");
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test("a draft is told in every report, and a released prompt is none", async () => {
  const project = makeProject(files);
  await project.touchstone(["prompts", "release", "mine/one@v1"]);
  const outputs = ["-o", "out.md", "--filter-first-n", "1"];
  const one = await project.touchstone(["eval", "one", ...outputs]);
  expect(one.stdout + project.read("out.md")).not.toContain("is a draft");
  const two = await project.touchstone(["eval", "two", ...outputs]);
  const note = "is a draft: it is not released and may change under this name";
  expect(two.stdout).toContain(`note: \`mine/two@v1\` ${note}`);
  expect(project.read("out.md")).toContain(note);
  const folder = project.run("two");
  expect(project.read(`${folder}/report.html`)).toContain(note);
  expect(JSON.parse(project.read(`${folder}/manifest.json`)).drafts).toEqual(["mine/two@v1"]);
});

/** The project as a checkout with one commit on `main`. */
function commit(project: Project): void {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.email=a@example.org", "-c", "user.name=a", ...args], { cwd: project.folder });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
}

test("affected: a fragment touches the prompts and suites that bring it in, a case those of its dataset", async () => {
  const project = makeProject(files);
  commit(project);
  const affected = async () => JSON.parse((await project.touchstone(["prompts", "affected", "--json"])).stdout);
  expect(await affected()).toMatchObject({ prompts: [], suites: [] });

  project.write("prompts/shared/data.v1.hbs", changed);
  expect(await affected()).toMatchObject({
    prompts: ["mine/one@v1", "mine/two@v1", "shared/data@v1"],
    suites: [
      { suite: "one", why: ["mine/one@v1"], cases: null },
      { suite: "two", why: ["mine/two@v1"], cases: null },
    ],
  });
  project.write("prompts/shared/data.v1.hbs", data);

  // A prompt that is gone, or called otherwise, breaks the suite that names it.
  const one = project.read("prompts/mine/one.v1.hbs");
  rmSync(join(project.folder, "prompts/mine/one.v1.hbs"));
  project.write("prompts/mine/new.v1.hbs", one);
  expect(await affected()).toMatchObject({
    prompts: ["mine/new@v1", "mine/one@v1"],
    suites: [{ suite: "one", why: ["mine/one@v1"], cases: null }],
  });
  rmSync(join(project.folder, "prompts/mine/new.v1.hbs"));
  project.write("prompts/mine/one.v1.hbs", one);

  const cases = project.read("datasets/handbook/cases.jsonl");
  project.write(
    "datasets/handbook/cases.jsonl",
    `${cases.replace('"200 yuan"', '"200 RMB"')}{"id":"q7","query":"?","gold":[]}\n`,
  );
  expect((await affected()).suites).toEqual(
    ["one", "two", "plain"].map((suite) => ({ suite, why: ["2 cases"], cases: ["q1", "q7"] })),
  );
  // A case that was taken away leaves nothing of it to run, and moves every mean.
  project.write("datasets/handbook/cases.jsonl", cases.split("\n").slice(1).join("\n"));
  expect((await affected()).suites[2]).toEqual({ suite: "plain", why: ["its dataset"], cases: null });
  project.write("datasets/handbook/cases.jsonl", cases);

  project.write("datasets/handbook/corpus/new.md", "# New\n");
  expect((await affected()).suites).toHaveLength(3);
  project.write("touchstone.yaml", files["touchstone.yaml"].replace("gate: { metrics: [] }", "gate: { margin: 0.1 }"));
  expect((await affected()).suites[2].why).toEqual(["its settings", "its dataset"]);
});

test("eval --changed runs what changed, and says when that is nothing", async () => {
  const project = makeProject(files);
  commit(project);
  const none = await project.touchstone(["eval", "--changed"]);
  expect(none.stdout).toMatch(/^nothing that changed since [0-9a-f]{12} touches a suite\n$/);
  expect(none.code).toBe(0);
  const cases = project.read("datasets/handbook/cases.jsonl");
  project.write("datasets/handbook/cases.jsonl", cases.replace('"200 yuan"', '"200 RMB"'));
  const { code, stdout } = await project.touchstone(["eval", "plain", "--changed", "--since", "main", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ suite: "plain", cases: { planned: 1 }, datasetCases: 6 });
  for (const [args, message] of [
    [["eval", "--changed", "--since", "nowhere"], "git knows no commit `nowhere`"],
    [["eval", "--since", "main"], "error[flag-since]"],
  ] as const) {
    const wrong = await project.touchstone(args);
    expect(wrong.stderr).toContain(message);
    expect(wrong.code).toBe(2);
  }
});

test("outside of a checkout there is no telling what changed", async () => {
  const { code, stderr } = await makeProject(files).touchstone(["prompts", "affected"]);
  expect(stderr).toContain("error[git-missing]");
  expect(code).toBe(2);
});
