import { Agent, request } from "undici";

/** The floor: the same two calls a case, by undici alone, so many at once. Arguments: origin, cases, calls at once. */
const [origin = "", cases = "0", concurrency = "1"] = process.argv.slice(2);
const dispatcher = new Agent({ connections: Number(concurrency) });
const headers = { "content-type": "application/json" };
const prompt = "x".repeat(1500);
let next = 0;

async function post(path, body) {
  const reply = await request(`${origin}${path}`, { dispatcher, method: "POST", headers, body: JSON.stringify(body) });
  await reply.body.json();
}

async function work() {
  while (next < Number(cases)) {
    next += 1;
    await post("/ask", { query: `What is the allowance ${next}?` });
    await post("/v1/chat/completions", { model: "m", messages: [{ role: "user", content: prompt }] });
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, work));
await dispatcher.close();
