import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { startModelServer } from "../../tests/servers/model-server.ts";
import { recordedModel } from "./recorded-model.ts";

const folder = mkdtempSync(join(tmpdir(), "recordings-"));
const file = join(folder, "deep", "answers.jsonl");
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(join(folder, "deep"), { recursive: true, force: true });
});

const ask = (question: string) => [
  { role: "system" as const, content: "Be brief." },
  { role: "user" as const, content: question },
];

test("recorded once, replayed after, without a call", async () => {
  const server = await startModelServer({ reply: (_body, index) => `answer ${index}` });
  const options = { model: "m", parameters: { temperature: 0 }, baseUrl: server.url, apiKey: null };
  vi.stubEnv("TOUCHSTONE_RECORD", "1");
  expect(await recordedModel(file, options).answer(ask("one"))).toBe("answer 0");
  expect(await recordedModel(file, options).answer(ask("two"))).toBe("answer 1");
  expect(await recordedModel(file, options).answer(ask("one"))).toBe("answer 0");
  await server.close();
  vi.stubEnv("TOUCHSTONE_RECORD", "");
  expect(await recordedModel(file, options).answer(ask("two"))).toBe("answer 1");
  expect(server.requests).toHaveLength(2);
  const [line = ""] = readFileSync(file, "utf8").split("\n");
  expect(JSON.parse(line)).toEqual({
    model: "m",
    parameters: { temperature: 0 },
    messages: ask("one"),
    answer: "answer 0",
  });

  const changed = recordedModel(file, { ...options, model: "n" }).answer([
    { role: "system", content: "Be very brief." },
    ...ask("two").slice(1),
  ]);
  await expect(changed).rejects.toThrow(
    `the request is not in ${file}: the nearest recording differs: model \`m\` -> \`n\`; message 1 (system): “Be brief.” -> “Be very brief.”.`,
  );
  await expect(changed).rejects.toThrow("record it with TOUCHSTONE_RECORD=1");
});

test("a file that is not there, and lines that are none, are told", async () => {
  const model = recordedModel(file, { model: "m" });
  await expect(model.answer(ask("one"))).rejects.toThrow("it is empty or not there");
  const broken = join(folder, "broken.jsonl");
  writeFileSync(broken, '\n{"model": "m"}\n');
  await expect(recordedModel(broken, { model: "m" }).answer(ask("one"))).rejects.toThrow(`${broken}:2 is no recording`);
  writeFileSync(broken, "{\n");
  await expect(recordedModel(broken, { model: "m" }).answer(ask("one"))).rejects.toThrow(`${broken}:1 is not JSON`);
});
