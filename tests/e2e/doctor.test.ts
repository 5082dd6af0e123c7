import { afterAll, expect, test } from "vitest";
import { type ScriptedServer, startScriptedServer } from "../servers/scripted-server.ts";
import { makeProject } from "./project.ts";

const servers: ScriptedServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** Lists two models; `strict` refuses max_tokens and json_schema, and everything else is answered. */
async function startProvider(): Promise<ScriptedServer> {
  const server = await startScriptedServer(({ path, body }) => {
    if (path === "/v1/models") return { body: { data: [{ id: "strict" }, { id: "easy" }] } };
    const refuse = (param: string, message: string) => ({ status: 400, body: { error: { param, message } } });
    if (body.model === "gone") return { status: 404, body: { error: { message: "no such model" } } };
    if (body.model === "strict" && body.max_tokens !== undefined)
      return refuse("max_tokens", "use max_completion_tokens instead");
    if (body.model === "strict" && body.response_format?.type === "json_schema")
      return refuse("response_format", "this type is unavailable");
    const message = { role: "assistant", content: "p" };
    return {
      headers: { "x-ratelimit-limit-requests": "60" },
      body: { choices: [{ finish_reason: "length", message }] },
    };
  });
  servers.push(server);
  return server;
}

test("a provider is looked at: models, a call, what it takes and its limits, and never its key", async () => {
  const server = await startProvider();
  const project = makeProject({
    "touchstone.yaml": `
providers: { p: { baseUrl: "${server.origin}/v1", apiKey: "\${MY_KEY}" } }
suites: { s: { judge: { kind: llm, provider: p, model: strict, fallback: [gone] } } }
`,
  });
  const { code, stdout } = await project.touchstone(["doctor"], { environment: { MY_KEY: "sk-secret-of-test" } });
  expect(code).toBe(3);
  expect(stdout).not.toContain("secret");
  expect(stdout.replaceAll(/127\.0\.0\.1:\d+/g, "HOST").replaceAll(/\d+ ms/g, "N ms")).toMatchInlineSnapshot(`
    "p
      address  http://HOST/v1
      key      is set
      models   strict, easy
      ✓ strict: one token in N ms
          max_completion_tokens yes, reasoning no, json_schema no, json_object yes, stream yes, temperature yes, seed yes, tools yes
      ✗ gone (not in its list): nothing at http://HOST/v1/chat/completions (404: no such model); is the model's name right, and the base URL?
      clock    agrees with the provider's
      limit    x-ratelimit-limit-requests: 60
    "
  `);
  const one = await project.touchstone(["doctor", "--provider", "p", "--model", "easy"], {
    environment: { MY_KEY: "sk-secret-of-test" },
  });
  expect(one.code).toBe(0);
  expect(one.stdout).toContain("limit    x-ratelimit-limit-requests: 60");
});

test("a key that is not set, a server that is not there and a configuration without models are told", async () => {
  const project = makeProject({
    "touchstone.yaml": `
providers: { p: { baseUrl: "http://127.0.0.1:1/v1" } }
suites: { s: {} }
`,
  });
  expect((await project.touchstone(["doctor"])).stdout).toContain("no target and no judge calls a model");
  const noKey = await project.touchstone(["doctor", "--provider", "deepseek"]);
  expect(noKey.code).toBe(2);
  expect(noKey.stdout).toContain("the environment variable `DEEPSEEK_API_KEY` is not set");
  const nobody = await project.touchstone(["doctor", "--provider", "p"]);
  expect(nobody.code).toBe(3);
  expect(nobody.stdout).toContain("not listed: no answer from http://127.0.0.1:1/v1/models (ECONNREFUSED)");
});
