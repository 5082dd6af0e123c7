// A stand-in for your own RAG service: POST /ask {"question": "…"} answers
// {"answer": "…", "sources": [{"chunkId", "docId", "content", "similarity"}]}.
// Start it with `node examples/my-rag/server.mjs`; it listens on port 8080, or on PORT.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";

const folder = new URL("./datasets/handbook/corpus/", import.meta.url);
const chunks = readdirSync(folder).flatMap((docId) =>
  readFileSync(new URL(docId, folder), "utf8")
    .split("\n\n")
    .map((content, i) => ({ chunkId: `${docId}#${i}`, docId, content: content.trim() })),
);

/** Pairs of neighbouring characters: the simplest thing that searches Chinese and English alike. */
const pairs = (text) =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.toLowerCase().slice(i, i + 2)));

function ask(question) {
  const wanted = pairs(question);
  const sources = chunks
    .map((chunk) => ({
      ...chunk,
      similarity: [...pairs(chunk.content)].filter((pair) => wanted.has(pair)).length / (wanted.size + 1),
    }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, 3);
  const [best] = sources;
  const answer = best && best.similarity > 0.5 ? best.content : "I do not know.";
  return { answer, sources };
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(ask(JSON.parse(body).question)));
});
server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () =>
  console.log(`listening on ${server.address().port}`),
);
