import { createServer } from "node:http";

/**
 * A model and a RAG service on one port, each answer after so many milliseconds: beside the
 * bench, in a process of its own. Prints its port; `latency` is the first argument.
 */
const latencyMs = Number(process.argv[2]);
const verdict = { faithfulness: 4, relevance: 4, completeness: 4, reason: "as asked" };
const completion = JSON.stringify({
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: JSON.stringify(verdict) } }],
  usage: { prompt_tokens: 400, completion_tokens: 20 },
});
const answer = JSON.stringify({
  answer: "The allowance is 200 yuan a day.",
  chunks: [{ id: "d1.md#0", docId: "d1.md", text: "The allowance is 200 yuan a day, and 300 yuan abroad." }],
});

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const body = request.url === "/ask" ? answer : completion;
    const send = (): unknown => response.writeHead(200, { "content-type": "application/json" }).end(body);
    if (latencyMs === 0) send();
    else setTimeout(send, latencyMs);
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
