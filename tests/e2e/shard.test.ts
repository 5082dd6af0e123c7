import { expect, test } from "vitest";
import { handbook, makeProject, type Project } from "./project.ts";

const cases = Array.from({ length: 30 }, (_, i) =>
  JSON.stringify({ id: `q${i}`, query: `What is allowance ${i}?`, gold: ["travel.md"], reference: "200 yuan" }),
);
const files = {
  ...handbook,
  "datasets/handbook/cases.jsonl": `${cases.join("\n")}\n`,
  "touchstone.yaml": "suites: { handbook: { dataset: datasets/handbook, repeat: 2 } }\n",
};

/** Runs shards of `of`, and gives the folders of their runs. */
async function runShards(project: Project, of: number, indexes: readonly number[]): Promise<readonly string[]> {
  const folders: string[] = [];
  for (const index of indexes) {
    const { code, stdout } = await project.touchstone(["eval", "--shard", `${index}/${of}`]);
    expect(stdout).toContain("This is not a pass");
    expect(code).toBe(0);
    folders.push(project.run("handbook"));
  }
  return folders;
}

const resultsOf = (project: Project): string => project.read(`${project.run("handbook")}/results.jsonl`);

test("shards that are merged are the run of one process, byte for byte, and may become the baseline", async () => {
  const whole = makeProject(files);
  await whole.touchstone(["eval", "-u"]);
  const project = makeProject(files);
  await runShards(project, 3, [2, 3, 1]);
  // A folder that holds the runs, as an artifact is downloaded.
  const { code, stdout } = await project.touchstone(["merge", "reports", "-u"]);
  expect(stdout).toContain("30 of 30 cases scored, 0 with errors");
  expect(code).toBe(0);
  expect(resultsOf(project)).toBe(resultsOf(whole));
  const means = (one: Project) => JSON.parse(one.read(`${one.run("handbook")}/summary.json`)).metrics;
  expect(means(project)).toEqual(means(whole));
  const scores = (one: Project) => JSON.parse(one.read("baselines/handbook.json")).cases;
  expect(scores(project)).toEqual(scores(whole));
}, 60_000);

test("a case stays in its shard when others are added, and each is in one", async () => {
  const idsOf = (project: Project): string[] =>
    resultsOf(project)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).caseId);
  const project = makeProject(files);
  const before: string[][] = [];
  for (const index of [1, 2]) {
    await runShards(project, 2, [index]);
    before.push([...new Set(idsOf(project))]);
  }
  expect(before.flat().sort()).toEqual(cases.map((line) => JSON.parse(line).id).sort());
  project.write(
    "datasets/handbook/cases.jsonl",
    `${JSON.stringify({ id: "new", query: "New?" })}\n${cases.join("\n")}\n`,
  );
  await runShards(project, 2, [1]);
  expect(new Set(idsOf(project))).toEqual(
    new Set([...(before[0] ?? []), ...idsOf(project).filter((id) => id === "new")]),
  );
}, 60_000);

test("a missing shard is named and nothing is merged; an empty one is merged", async () => {
  const project = makeProject({ ...files, "datasets/handbook/cases.jsonl": `${cases.slice(0, 2).join("\n")}\n` });
  // Two cases over three shards: at least one is empty.
  const folders = await runShards(project, 3, [1, 2, 3]);
  const missing = await project.touchstone(["merge", folders[0] ?? "", folders[2] ?? ""]);
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain("nothing was merged: shard 2/3 of handbook is missing");
  const part = await project.touchstone(["merge", ...folders.slice(0, 2), "--allow-missing", "--json"]);
  expect(JSON.parse(part.stdout)).toMatchObject({ stopped: "shard 3/3 is missing", exitCode: 3 });
  expect(part.code).toBe(3);
  const all = await project.touchstone(["merge", ...folders]);
  expect(all.stdout).toContain("2 of 2 cases scored");
}, 60_000);

test("what is no whole is refused", async () => {
  const project = makeProject(files);
  const [first = "", other = ""] = [...(await runShards(project, 2, [1])), ...(await runShards(project, 3, [2]))];
  await project.touchstone(["eval"]);
  const whole = project.run("handbook");
  for (const [args, message] of [
    [["merge", first, other], "error[merge-other]"],
    [["merge", first, `${first}/../${first.split("/").at(-1)}`], "error[merge-twice]"],
    [["merge", whole], "error[merge-no-shard]"],
    [["merge", "reports/none"], "error[run-missing]"],
    [["eval", "--shard", "4/3"], "error[flag-shard]"],
    [["eval", "--shard", "1/2", "-u"], "error[flag-update-filtered]"],
  ] as const) {
    const { code, stderr } = await project.touchstone(args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  }
  await runShards(project, 2, [2]);
  const second = project.run("handbook");
  project.write("touchstone.yaml", files["touchstone.yaml"].replace("repeat: 2", "repeat: 2, seed: 9"));
  const changed = await project.touchstone(["merge", first, second]);
  expect(changed.stderr).toContain("the suite here is not what it was when the shard ran: seed");
}, 60_000);
