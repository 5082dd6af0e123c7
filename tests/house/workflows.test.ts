import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "../e2e/project.ts";

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly {
          readonly run?: string;
          readonly shell?: string;
          readonly uses?: string;
          readonly with?: Readonly<Record<string, unknown>>;
        }[];
      }
    >
  >;
}

const folder = join(repository, ".github/workflows");
const workflows = readdirSync(folder).map(
  (name) => [name, parse(readFileSync(join(folder, name), "utf8")) as Workflow] as const,
);

test("there are two workflows", () => {
  expect(workflows.map(([name]) => name).sort()).toEqual(["ci.yml", "eval.yml"]);
});

test.each(workflows)("%s is safe for pull requests from forks", (_name, workflow) => {
  expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(JSON.stringify(workflow)).not.toContain("secrets.");
  const checkouts = Object.values(workflow.jobs).flatMap((job) =>
    job.steps.filter((step) => step.uses?.startsWith("actions/checkout@")),
  );
  expect(checkouts.length).toBeGreaterThan(0);
  for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe(false);
});

test.each(workflows)("%s: no pipe hides an exit code", (_name, workflow) => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  for (const { run = "", shell } of steps) {
    // GitHub's default is `bash -e` without pipefail; only an explicit `shell: bash` sets it.
    if (/(?<!\|)\|(?!\|)/.test(run)) expect(shell).toBe("bash");
  }
});

test("eval.yml keeps the report and shows the verdict, also when the gate failed", () => {
  const steps = Object.fromEntries(workflows)["eval.yml"]?.jobs["gate"]?.steps ?? [];
  expect(steps.some((step) => step.uses?.startsWith("actions/upload-artifact@"))).toBe(true);
  expect(steps.some((step) => step.run?.includes('>> "$GITHUB_STEP_SUMMARY"'))).toBe(true);
});

test("ci.yml runs on Node 20, 22 and 24", () => {
  expect(readFileSync(join(folder, "ci.yml"), "utf8")).toContain("node: [20, 22, 24]");
});
