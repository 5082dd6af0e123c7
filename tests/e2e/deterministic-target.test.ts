import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultRagReply, type RagServer, startRagServer } from "../servers/rag-server.ts";
import { handbook, makeProject, type Project } from "./project.ts";

let server: RagServer;
let isBroken = false;
beforeAll(async () => {
  server = await startRagServer({
    reply: (body) => (isBroken ? { status: 500, body: { error: "down" } } : defaultRagReply(body)),
  });
});
afterAll(() => server.close());

function suite(version: string | null): string {
  const response = "{ answer: answer, retrieved: retrieved, docId: docId, text: text }";
  const deterministic = version === null ? "" : `, deterministic: "${version}"`;
  return `
suites:
  handbook:
    dataset: datasets/handbook
    target: { kind: http, url: "${server.url}", attempts: 1, response: ${response}${deterministic} }
    judge: none
    gate: { metrics: [] }
`;
}

async function sentBy(project: Project, args: readonly string[] = []): Promise<number> {
  const before = server.requests.length;
  await project.touchstone(["eval", ...args]);
  return server.requests.length - before;
}

test("a service is asked anew by every run, unless the suite says by which version its answers are the same", async () => {
  const project = makeProject({ ...handbook, "touchstone.yaml": suite(null) });
  const cases = await sentBy(project);
  expect(cases).toBeGreaterThan(1);
  expect(await sentBy(project)).toBe(cases);

  project.write("touchstone.yaml", suite("v1"));
  expect(await sentBy(project)).toBe(cases);
  const fresh = project.read(`${project.run("handbook")}/results.jsonl`);
  expect(await sentBy(project, ["--cache-only"])).toBe(0);
  const kept = project.read(`${project.run("handbook")}/results.jsonl`);
  expect(kept).toContain("the answer is from the cache");
  const withoutNotes = (text: string): string => text.replaceAll('"the answer is from the cache"', "");
  expect(withoutNotes(kept)).toBe(fresh);

  expect(await sentBy(project, ["--no-cache"])).toBe(cases);
  project.write("touchstone.yaml", suite("v2"));
  expect((await project.touchstone(["eval", "--cache-only"])).stdout).toContain("not_cached");
  expect(await sentBy(project)).toBe(cases);
}, 60_000);

test("an answer that failed is not kept", async () => {
  const project = makeProject({ ...handbook, "touchstone.yaml": suite("v1") });
  isBroken = true;
  const cases = await sentBy(project);
  isBroken = false;
  expect(await sentBy(project)).toBe(cases);
  expect(await sentBy(project)).toBe(0);
}, 60_000);
