import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataset, messagesOf, staleOf } from "./dataset.fixture.ts";
import { hashCase, readDataset } from "./index.ts";

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const oneCase = line({ id: "a", query: "b" });
const read = (files: Readonly<Record<string, string | Uint8Array>>) => readDataset(makeDataset(files));
const messages = (files: Readonly<Record<string, string | Uint8Array>>) => {
  const folder = makeDataset(files);
  return messagesOf(() => readDataset(folder), folder);
};

test("a folder without dataset.yaml: cases.csv and the files below corpus/", async () => {
  const dataset = await read({
    "cases.csv": "id,question,gold\n1,a,guide/travel.md|notes.txt#2\n",
    "corpus/guide/travel.md": "```sh\n# no heading\n```\n\n## Travel ##\n\nText.\n",
    "corpus/notes.txt": "# not Markdown\n",
    "corpus/empty.md": "",
    "corpus/picture.png": "x",
    "corpus/q1.pdf": "x",
    "corpus/q2.pdf": "x",
    "corpus/q3.pdf": "x",
    "corpus/.hidden.md": "x",
  });
  expect(dataset.documents).toEqual([
    { id: "empty.md", title: "empty", text: "", format: "markdown" },
    {
      id: "guide/travel.md",
      title: "Travel",
      text: "```sh\n# no heading\n```\n\n## Travel ##\n\nText.\n",
      format: "markdown",
    },
    { id: "notes.txt", title: "notes", text: "# not Markdown\n", format: "text" },
  ]);
  const notes = dataset.notes.map((note) => note.replaceAll(dataset.folder, ""));
  expect(notes).toEqual([
    "/corpus: 4 files left out, neither .md nor .txt: picture.png, q1.pdf, q2.pdf, …",
    "/corpus: 1 document without text: empty.md",
  ]);
});

test("dataset.yaml names the files, the name and the language", async () => {
  const dataset = await read({
    "dataset.yaml": "name: mine\ntitle: x\nlanguage: zh\ncases: q/set.yml\ncorpus: docs.jsonl\n",
    "q/set.yml": "- { id: 01, query: SLA, gold: [07] }\n",
    "docs.jsonl": line({ _id: "07", title: "T", text: "x", metadata: { a: 1 }, url: "u" }),
  });
  expect(dataset).toMatchObject({
    name: "mine",
    cases: [{ id: "01", language: "zh" }],
    documents: [{ id: "07", title: "T" }],
  });
});

test("empty rows at the end of a table, as Excel leaves them, are left out with a note", async () => {
  const { cases, notes } = await read({ "cases.csv": "id,query,gold\n1,a,\n,,\n" });
  expect(cases.map(({ id }) => id)).toEqual(["1"]);
  expect(notes.map((note) => note.replace(/.*\//, ""))).toEqual(["cases.csv: 1 empty row left out (line 3)"]);
  const many = await read({ "cases.csv": "id,query\n,\n1,a\n,,,,\n , \n,\n" });
  expect(many.notes.map((note) => note.replace(/.*\//, ""))).toEqual([
    "cases.csv: 4 empty rows left out (lines 2, 4, 5, …)",
  ]);
});

test("without a corpus, ids of the user's own index are left alone", async () => {
  const { cases, documents } = await read({ "cases.jsonl": line({ id: "a", query: "b", gold: ["chunk-8"] }) });
  expect(documents).toEqual([]);
  expect(cases[0]?.gold).toMatchObject({ groups: [{ any: ["chunk-8"] }] });
});

test("a span gets its offsets from the quotation, or its quotation from the offsets", async () => {
  const spans = [
    { doc: "d", quote: "limit is 200" },
    { doc: "d", start: 0, end: 3 },
    { doc: "d", quote: "THE  LIMIT", start: 0, end: 9 },
  ];
  const { cases } = await read({
    "cases.jsonl": line({ id: "a", query: "b", gold: { spans } }),
    "corpus.jsonl": line({ id: "d", text: "The limit is 200 yuan." }),
  });
  expect(cases[0]?.gold).toEqual({
    kind: "spans",
    spans: [
      { doc: "d", quote: "limit is 200", start: 4, end: 16 },
      { doc: "d", quote: "The", start: 0, end: 3 },
      { doc: "d", quote: "THE  LIMIT", start: 0, end: 9 },
    ],
  });
});

test("documents stand in the order of the code points of their paths", async () => {
  // U+FF5E comes before U+1F600, and in UTF-16 (D83D) after it.
  const { documents } = await read({
    "cases.jsonl": oneCase,
    "corpus/😀.md": "",
    "corpus/～.md": "",
    "corpus/a/b.md": "",
  });
  expect(documents.map(({ id }) => id)).toEqual(["a/b.md", "～.md", "😀.md"]);
});

test("a span of offsets alone is refused where there is no corpus, and stale where no word stands there", async () => {
  const spans = line({ id: "a", query: "b", gold: { spans: [{ doc: "d", start: 1, end: 4 }] } });
  expect(await messages({ "cases.jsonl": spans })).toMatchInlineSnapshot(`
    "error[dataset-span-quote]: the span from 1 to 4 of \`d\` has no quotation, and the dataset has no corpus to take it from
      at:  cases.jsonl:1
      why: a target that gives no offsets could never be found right
      fix: add \`quote\` with the words that stand there, or add the corpus"
  `);
  expect(
    staleOf(await read({ "cases.jsonl": spans, "corpus.jsonl": line({ id: "d", text: "a \n b" }) })),
  ).toMatchInlineSnapshot(`
      "error[dataset-span-quote]: from 1 to 4 the document \`d\` has " \\n ", and no words
        at:  cases.jsonl:1
        why: evidence is compared by its words
        fix: count again, or quote the words"
    `);
});

test("links that lead nowhere and names that no file can have", async () => {
  const folder = makeDataset({ "cases.jsonl": oneCase, "corpus/a.md": "a" });
  symlinkSync("nowhere", join(folder, "corpus/b.md"));
  expect(await messagesOf(() => readDataset(folder), folder)).toMatchInlineSnapshot(`
    "error[dataset-unreadable]: this is a link that leads nowhere
      at:  corpus/b.md
      fix: mend the link, or remove it"
  `);
  const other = makeDataset({});
  symlinkSync("cases.csv", join(other, "cases.csv"));
  expect(await messagesOf(() => readDataset(other), other)).toMatchInlineSnapshot(`
    "error[dataset-unreadable]: this is a link that leads back to itself
      at:  cases.csv
      fix: mend the link, or remove it"
  `);
  for (const name of ["x".repeat(300), "a\0b"])
    expect(await messagesOf(() => readDataset(join(other, name)), other)).toContain("error[dataset-missing]");
});

test("the hash is of what the cases mean: not of their order, their file, their labels", async () => {
  const first = { id: "a", query: "x", gold: ["d", "e"], reference: "r", tags: ["t"], metadata: { kind: "who" } };
  const second = { id: "b", query: "y", answerable: false };
  const one = await read({ "cases.jsonl": line(first) + line(second) });
  const other = await read({
    "cases.yaml": "- { id: b, query: y, answerable: false }\n- { id: a, query: x, gold: [e, d], references: [r] }\n",
  });
  expect(other.casesHash).toBe(one.casesHash);
  const hashes = [
    { query: "X" },
    { gold: ["d"] },
    { reference: "R" },
    { gold: [], answerable: false },
    { id: "c" },
    { history: [{ role: "user", content: "h" }] },
  ].map(async (change) => (await read({ "cases.jsonl": line({ ...first, ...change }) + line(second) })).casesHash);
  expect(new Set([one.casesHash, ...(await Promise.all(hashes))]).size).toBe(7);
});

test("a span's hash does not move when something above it is edited", async () => {
  const gold = { spans: [{ doc: "d", quote: "200" }] };
  const [before, after] = await Promise.all(
    ["limit: 200", "The new limit: 200"].map((text) =>
      read({ "cases.jsonl": line({ id: "a", query: "b", gold }), "corpus.jsonl": line({ id: "d", text }) }),
    ),
  );
  expect(before?.cases.map(hashCase)).toEqual(after?.cases.map(hashCase));
  expect(before?.corpusHash).not.toBe(after?.corpusHash);
});

test("gold that the corpus does not have is told on its case, and is no mistake of form", async () => {
  const dataset = await read({
    "cases.jsonl":
      line({ id: "a", query: "b", gold: ["eror.txt", "errors.txt#7", "x,y"] }) +
      line({ id: "b", query: "b", gold: { spans: [{ doc: "errors.tx", quote: "E-1" }] } }) +
      line({ id: "c", query: "b", gold: { spans: [{ doc: "errors.txt", quote: "no such words" }] } }) +
      line({ id: "d", query: "b", gold: { spans: [{ doc: "errors.txt", quote: "all night" }] } }) +
      line({ id: "e", query: "b", gold: { spans: [{ doc: "errors.txt", start: 2, end: 400 }] } }) +
      line({ id: "f", query: "b", gold: { spans: [{ doc: "errors.txt", quote: "open", start: 0, end: 5 }] } }),
    "corpus/errors.txt": "Error E-1 means: the lid is open.\n",
    "corpus/hours.txt": "Open all night.\n",
  });
  expect(staleOf(dataset)).toMatchInlineSnapshot(`
    "error[dataset-gold-unknown]: gold names \`eror.txt\`, and the corpus has no document \`eror.txt\`
      at:  cases.jsonl:1
      fix: did you mean \`errors.txt\`?
    error[dataset-gold-unknown]: gold names \`x,y\`, and the corpus has no document \`x,y\`
      at:  cases.jsonl:1
      fix: name a document of the corpus. A comma does not separate ids: put \`|\` between them.
    error[dataset-gold-unknown]: gold names \`errors.tx\`, and the corpus has no document \`errors.tx\`
      at:  cases.jsonl:2
      fix: did you mean \`errors.txt\`?
    error[dataset-span-quote]: the quotation “no such words” does not stand in the document \`errors.txt\`
      at:  cases.jsonl:3
      why: evidence that is not there could never be found
      fix: copy the words from the document
    error[dataset-span-quote]: the quotation “all night” does not stand in the document \`errors.txt\`
      at:  cases.jsonl:4
      why: evidence that is not there could never be found
      fix: it stands in \`hours.txt\`: name that document
    error[dataset-span-offsets]: the span ends at 400, and the document \`errors.txt\` has 34 UTF-16 code units
      at:  cases.jsonl:5
      fix: count again, or quote the words
    error[dataset-span-quote]: from 0 to 5 the document \`errors.txt\` has “Error”, not the quotation “open”
      at:  cases.jsonl:6
      fix: leave out \`start\` and \`end\`: the quotation is looked for"
  `);
});

test("an id judged not relevant that the corpus does not have quarantines nothing and is noted", async () => {
  const { cases, notes } = await read({
    "cases.jsonl": line({ id: "a", query: "b", gold: { d: 1, gone: 0, also: 0 } }),
    "corpus.jsonl": line({ id: "d", text: "x" }),
  });
  expect(cases[0]).not.toHaveProperty("stale");
  expect(notes).toEqual(["2 ids judged not relevant are not in the corpus"]);
});

test("a case keeps its hash when the corpus loses its gold", async () => {
  const cases =
    line({ id: "a", query: "b", gold: ["d", "e#1"] }) +
    line({ id: "b", query: "b", gold: { spans: [{ doc: "d", quote: "200 yuan" }] } }) +
    line({ id: "c", query: "b", gold: { spans: [{ doc: "d", quote: "limit", start: 0, end: 5 }] } }) +
    line({ id: "d", query: "b", gold: { d: 2, e: 0 } });
  const [before, after] = await Promise.all([
    read({
      "cases.jsonl": cases,
      "corpus.jsonl": line({ id: "d", text: "limit: 200 yuan" }) + line({ id: "e", text: "x" }),
    }),
    read({ "cases.jsonl": cases, "corpus.jsonl": line({ id: "d", text: "The limit: 250 yuan" }) }),
  ]);
  expect(before.cases.map(({ stale = [] }) => stale.length)).toEqual([0, 0, 0, 0]);
  expect(after.cases.map(({ stale = [] }) => stale.length)).toEqual([1, 1, 1, 0]);
  expect(after.cases.map(hashCase)).toEqual(before.cases.map(hashCase));
});

test("mistakes in the cases and in the corpus are told together", async () => {
  expect(
    await messages({
      "cases.jsonl": line({ id: "a", query: "b", refrence: "c" }),
      "corpus.jsonl": `${line({ id: "d", text: "x" })}${line({ id: "d", text: "y" })}${line({ id: 1.5, text: "x" })}${line({ id: "e", txt: "x" })}${line({ id: "f", text: 7, titel: "x", format: "md" })}`,
    }),
  ).toMatchInlineSnapshot(`
    "error[dataset-unknown-field]: unknown field \`refrence\` of a case
      at:  cases.jsonl:1
      why: a misspelt field would be lost without a word
      fix: did you mean \`reference\`? Labels of your own go below \`metadata\`
    error[dataset-id-number]: \`id\` is the number 1.5, and an id must be a text
      at:  corpus.jsonl:3
      why: numbers are rounded above 2^53, and 1e3, 1.0 and 1 are one number but three ids
      fix: quote this id: "1.5"
    error[dataset-unknown-field]: unknown field \`txt\` of a document
      at:  corpus.jsonl:4
      fix: did you mean \`text\`? Else give it a name that is further away
    error[dataset-field-missing]: the document has no \`text\`
      at:  corpus.jsonl:4
      fix: write its \`text\`
    error[dataset-unknown-field]: unknown field \`titel\` of a document
      at:  corpus.jsonl:5
      fix: did you mean \`title\`? Else give it a name that is further away
    error[dataset-field-value]: \`text\` must be a text, not \`7\`
      at:  corpus.jsonl:5
      fix: write it in quotation marks
    error[dataset-field-value]: \`format\` must be \`markdown\` or \`text\`, not \`md\`
      at:  corpus.jsonl:5
      fix: or leave it out: then it is \`text\`
    error[dataset-duplicate-document]: two documents have the id \`d\`
      at:  corpus.jsonl:2
      why: gold that names it could mean either
      fix: give it an id of its own; the other one is on line 1"
  `);
});

test("files that are not there, are two, or are of another kind", async () => {
  const folder = makeDataset({ "cases.csv": "id,query\n1,a\n" });
  expect(
    await messagesOf(() => readDataset(`${folder}/none`, { at: "touchstone.yaml:3" }), folder),
  ).toMatchInlineSnapshot(`
    "error[dataset-missing]: the dataset \`none\` is not there
      at:  touchstone.yaml:3
      fix: name a folder with \`cases.jsonl\`, \`cases.csv\` or \`cases.yaml\` in it"
  `);
  expect(await messagesOf(() => readDataset(`${folder}/cases.csv`), folder)).toMatchInlineSnapshot(`
    "error[dataset-missing]: the dataset \`cases.csv\` is a file, and a dataset is a folder
      fix: name a folder with \`cases.jsonl\`, \`cases.csv\` or \`cases.yaml\` in it"
  `);
  expect((await messages({ "readme.md": "x" })).replace(/at: .*/, "at: FOLDER")).toMatchInlineSnapshot(`
    "error[dataset-file-missing]: the dataset has no cases: there is no \`cases.jsonl\`, \`cases.csv\` or \`cases.yaml\`
      at: FOLDER
      fix: add one, or name the file as \`cases:\` in \`dataset.yaml\`"
  `);
  expect(
    (await messages({ "cases.jsonl": oneCase, "cases.csv": "id,query\n1,a\n" })).replace(/at: .*/, "at: FOLDER"),
  ).toMatchInlineSnapshot(`
    "error[dataset-file-ambiguous]: the dataset has \`cases.jsonl\` and \`cases.csv\`, and only one can count
      at: FOLDER
      fix: name the one that counts in \`dataset.yaml\`, or remove the other"
  `);
  expect(await messages({ "dataset.yaml": "cases: set.jsonl\ncorpus: docs\n" })).toMatchInlineSnapshot(`
    "error[dataset-file-missing]: \`cases\` names \`set.jsonl\`, which is not there
      at:  dataset.yaml
      fix: correct the name; it is looked for from the dataset's folder
    error[dataset-file-missing]: \`corpus\` names \`docs\`, which is not there
      at:  dataset.yaml
      fix: correct the name; it is looked for from the dataset's folder"
  `);
  expect(
    await messages({ "dataset.yaml": "cases: set.xlsx\ncorpus: docs.csv\n", "set.xlsx": "x", "docs.csv": "x" }),
  ).toMatchInlineSnapshot(`
    "error[dataset-file-kind]: cases cannot be read from a file that ends in \`.xlsx\`
      at:  set.xlsx
      fix: use .jsonl, .csv, .yaml, .yml
    error[dataset-file-kind]: documents cannot be read from a file that ends in \`.csv\`
      at:  docs.csv
      fix: use a \`.jsonl\` file, or a folder of \`.md\` and \`.txt\` files"
  `);
  expect(await messages({ "dataset.yaml": "cases: set\n", "set/x": "x" })).toMatchInlineSnapshot(`
    "error[dataset-file-kind]: cases cannot be read from a file that ends in \`\`
      at:  set
      fix: use .jsonl, .csv, .yaml, .yml"
  `);
  expect(await messages({ "cases.jsonl": oneCase, "corpus/a.pdf": "x" })).toMatchInlineSnapshot(`
    "error[dataset-empty]: no documents: the folder has no \`.md\` and no \`.txt\` file
      at:  corpus
      fix: add at least one document, or remove the folder"
  `);
  expect(await messages({ "cases.jsonl": "\n\n" })).toMatchInlineSnapshot(`
    "error[dataset-empty]: no cases: cases.jsonl is empty
      at:  cases.jsonl
      fix: add at least one case"
  `);
});

test("dataset.yaml with unknown keys and wrong values", async () => {
  expect(
    await messages({ "dataset.yaml": "nmae: x\nlicense: y\nlanguage: de\ntitle: [a]\n", "cases.jsonl": oneCase }),
  ).toMatchInlineSnapshot(`
    "error[dataset-manifest]: \`title\` must be a text
      at:  dataset.yaml:4
      fix: mend it, or leave it out
    error[dataset-manifest]: \`language\` must be \`en\` or \`zh\`
      at:  dataset.yaml:3
      fix: mend it, or leave it out
    error[dataset-unknown-field]: unknown key \`nmae\`
      at:  dataset.yaml:1
      fix: did you mean \`name\`?
    error[dataset-unknown-field]: unknown key \`license\`
      at:  dataset.yaml:2
      fix: did you mean \`licence\`?"
  `);
  expect(await messages({ "dataset.yaml": "- a\n", "cases.jsonl": oneCase })).toMatchInlineSnapshot(`
    "error[dataset-manifest]: the file must be an object, not a list
      at:  dataset.yaml
      fix: write it as \`key: value\`, one a line"
  `);
});
