import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCases } from "./cases.ts";
import { parseCsvTable } from "./csv-table.ts";
import { messagesOf } from "./dataset.fixture.ts";
import { decodeText } from "./decode.ts";

const cases = (text: string) => parseCases(text, "data.csv", { format: ".csv" });
const messages = (text: string) => messagesOf(() => cases(text));
const idsOf = (text: string) =>
  cases(text).map(({ gold }) => (gold.kind === "groups" ? gold.groups.map((group) => group.any) : []));

describe("what is read", () => {
  test("a byte order mark, mixed line ends and a line break inside quotes", () => {
    const bytes = Buffer.concat([Buffer.from("efbbbf", "hex"), Buffer.from('id,question\r\n1,a\n2,"b\r\nc"\r\n')]);
    const read = cases(decodeText(bytes, "data.csv").text);
    expect(read.map(({ id, query, at }) => ({ id, query, at }))).toEqual([
      { id: "1", query: "a", at: "data.csv:2" },
      { id: "2", query: "b\r\nc", at: "data.csv:3" },
    ]);
  });

  test("ids and gold letter for letter", () => {
    const text = "id,question,gold\n007,a,12345678901234567890\n1e3,b,1.10\n2024-01-02,c,00012\n";
    expect(cases(text).map(({ id }) => id)).toEqual(["007", "1e3", "2024-01-02"]);
    expect(idsOf(text)).toEqual([[["12345678901234567890"]], [["1.10"]], [["00012"]]]);
  });

  test("lists in a cell: JSON or `|`, and a comma never separates", () => {
    const text = 'id,question,gold\n1,a,"[""d1"",""d,2""]"\n2,b,d1|d3\n3,c,"a,b"\n5,d,\n6,e,d1 | d1\n';
    expect(idsOf(text)).toEqual([[["d1"], ["d,2"]], [["d1"], ["d3"]], [["a,b"]], [], [["d1"]]]);
  });

  test("one reference is one text, also with a `|` in it", () => {
    const [one, several] = cases("id,query,reference,references\n1,a,x|y,\n2,b,,x|y\n");
    expect([one?.references, several?.references]).toEqual([["x|y"], ["x", "y"]]);
  });

  test("every form of gold as JSON in a cell", () => {
    const [graded, spans] = cases(
      'id,query,gold\n1,a,"{""d1"": 2, ""d2"": 0}"\n2,b,"{""spans"":[{""doc"":""d"",""quote"":""x""}]}"\n',
    );
    expect(graded?.gold).toEqual({ kind: "groups", groups: [{ any: ["d1"], grade: 2 }], judged: ["d2"] });
    expect(spans?.gold).toEqual({ kind: "spans", spans: [{ doc: "d", quote: "x" }] });
  });

  test.each([";", "\t"])("the separator %j, as spreadsheets of many countries write it", (mark) => {
    const text = ["id;question;kind", "1;one, two;who", '2;"a;b\tc";what', ""].join("\n").replace(/;(?!b)/g, mark);
    expect(cases(text).map(({ query, metadata }) => [query, metadata["kind"]])).toEqual([
      ["one, two", "who"],
      ["a;b\tc", "what"],
    ]);
  });

  test("the separator is the one that gives names of fields, also where another one stands more often", () => {
    const [first] = cases('"id";query;"a; note";b, c, d, e\n1;x, y;z;w\n');
    expect(first).toMatchObject({ id: "1", query: "x, y", metadata: { "a; note": "z", "b, c, d, e": "w" } });
  });

  test("the separator that Excel states in a first line, with lines counted in the file", () => {
    expect(cases("sep=;\r\nid;query,part\r\n1;a\r\n".replace("query,part", "query"))[0]?.at).toBe("data.csv:3");
  });

  test("Chinese headers, yes and no in both languages, labels of one's own", () => {
    const text = "编号,问题,标准答案,answerable,部门\n1,报销上限？,200 元,是,财务\n2,厨师是谁？,,否,\n";
    expect(cases(text)).toEqual([
      {
        id: "1",
        query: "报销上限？",
        history: [],
        gold: { kind: "groups", groups: [] },
        references: ["200 元"],
        answerable: true,
        language: "zh",
        tags: [],
        metadata: { 部门: "财务" },
        at: "data.csv:2",
      },
      expect.objectContaining({ id: "2", references: [], answerable: false, metadata: {} }),
    ]);
  });

  test("blank lines, a column without name and values, a last line without an end", () => {
    expect(cases("\nID,Question,\n\n1,a,\n\n2,b,\n\n\n3,c,").map(({ id, at }) => `${id} ${at}`)).toEqual([
      "1 data.csv:4",
      "2 data.csv:6",
      "3 data.csv:9",
    ]);
  });

  test("a column named like an object's inner property stays a label", () => {
    expect(cases("id,query,__proto__,constructor\n1,a,x,y\n")[0]?.metadata).toEqual(
      Object.fromEntries([
        ["__proto__", "x"],
        ["constructor", "y"],
      ]),
    );
  });

  test("any text in quotation marks comes back letter for letter", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "问", '"', ",", ";", "|", "\n", "\r\n", "\r", " ", "x") });
    fc.assert(
      fc.property(
        fc.array(
          cell.filter((text) => text.trim() !== ""),
          { minLength: 1, maxLength: 5 },
        ),
        (queries) => {
          const rows = queries.map((query, i) => `${i},"${query.replaceAll('"', '""')}"\n`);
          const read = cases(`id,query\n${rows.join("")}`);
          expect(read.map(({ query }) => query)).toEqual(queries);
          const lineOf = (i: number) =>
            2 +
            rows
              .slice(0, i)
              .join("")
              .split(/\r\n|\n|\r/).length -
            1;
          expect(read.map(({ at }) => at)).toEqual(queries.map((_, i) => `data.csv:${lineOf(i)}`));
        },
      ),
    );
  });
});

describe("what is refused", () => {
  test("rows with too few or too many cells, all of them", async () => {
    expect(await messages("id,question,expected\n1,why\n2,how,x,EXTRA\n3,who,y\n")).toMatchInlineSnapshot(`
      "error[dataset-csv-columns]: line 2: 2 of 3 columns
        at:  data.csv:2
        fix: write every cell, also the empty ones, and put cells with line breaks in quotation marks
      error[dataset-csv-columns]: line 3: 4 of 3 columns
        at:  data.csv:3
        fix: put cells that hold the separator or a line break in quotation marks"
    `);
  });

  test("quotation marks inside a cell", async () => {
    expect(await messages('id,question,gold\n1,a,d1\n2,"b\r\nc",d2\n4,d,["d1"]\n5,e,\n')).toMatchInlineSnapshot(`
      "error[dataset-csv-quote]: line 5, column \`gold\`: quotes inside a cell must be doubled
        at:  data.csv:5
        why: the rows below cannot be told apart, so they were not read
        fix: put the whole cell in quotation marks and write each mark in it twice, as in "[""d1""]""
    `);
  });

  test("a cell that never ends", async () => {
    expect(await messages('id,question\n1,a\n2,"b\n3,c\n')).toMatchInlineSnapshot(`
      "error[dataset-csv-quote]: line 3, column \`question\`: a quotation mark opens a cell that never ends
        at:  data.csv:3
        fix: close the cell with a quotation mark; a mark that is part of the text is written twice, in a quoted cell"
    `);
  });

  test("cells that should be JSON and are not", async () => {
    expect(
      await messages("id,question,gold\n1,a,\"['d1']\"\n2,b,d1||d2\n3,c,[12345678901234567890]\n"),
    ).toMatchInlineSnapshot(`
      "error[dataset-list]: line 2, column \`gold\`: the cell is not JSON: unexpected token '''
        at:  data.csv:2
        fix: write it as JSON with double quotation marks, as in ["d1", "d2"], or put \`|\` between ids
      error[dataset-list]: line 3, column \`gold\`: an entry between two \`|\` is empty
        at:  data.csv:3
        fix: remove the \`|\` that is too many, or write a JSON list
      error[dataset-id-number]: \`gold\` is the number 12345678901234567890, and an id must be a text
        at:  data.csv:4
        why: numbers are rounded above 2^53, and 1e3, 1.0 and 1 are one number but three ids
        fix: quote this id: "12345678901234567890""
    `);
  });

  test("a header and nothing below", async () => {
    expect(await messages("id,question\n")).toMatchInlineSnapshot(`
      "error[dataset-empty]: no cases: data.csv has a header and 0 rows
        at:  data.csv
        fix: add a row for each case"
    `);
  });

  test("an empty file", async () => {
    expect(await messages("")).toMatchInlineSnapshot(`
      "error[dataset-empty]: no cases: data.csv is empty
        at:  data.csv
        fix: add at least one case"
    `);
  });

  test("a header without the columns that a case needs", async () => {
    expect(await messages("title,ask\na,b\n")).toMatchInlineSnapshot(`
      "error[dataset-column-missing]: there is no column \`id\`; the columns are \`title\`, \`ask\`
        at:  data.csv:1
        fix: add a column \`id\`, with an id of its own for each case
      error[dataset-column-missing]: there is no column \`query\`; the columns are \`title\`, \`ask\`
        at:  data.csv:1
        fix: name the column of the questions \`query\`"
    `);
  });

  test("two columns for one thing, a column without a name, a misspelt column", async () => {
    expect(await messages("id,query,question,kind,kind,,refrence\n1,a,b,c,d,e,f\n")).toMatchInlineSnapshot(`
      "error[dataset-csv-header]: the columns \`query\` and \`question\` are both the \`query\` of a case
        at:  data.csv:1
        why: one of the two would be lost
        fix: remove one, or give it a name of its own
      error[dataset-csv-header]: two columns have the name \`kind\`: 4 and 5
        at:  data.csv:1
        why: one of the two would be lost
        fix: remove one, or give it a name of its own
      error[dataset-csv-header]: column 6 has no name and line 2 has a value there
        at:  data.csv:1
        fix: give the column a name, or remove it
      error[dataset-unknown-field]: unknown column \`refrence\`
        at:  data.csv:1
        why: it is so close to \`reference\` that it is hardly a label of your own
        fix: did you mean \`reference\`? Else give it a name that is further away"
    `);
  });

  test("empty cells that a case needs, ids with blanks, ids that stand twice, words that are no booleans", async () => {
    expect(await messages("id,query,answerable\n,a,\n 2,b,\n3,,\n4,c,maybe\n4,d,\n")).toMatchInlineSnapshot(`
      "error[dataset-field-missing]: the case has no \`id\`
        at:  data.csv:2
        fix: give it an id of its own
      error[dataset-id]: \`id\` is " 2", with a blank at its start or end
        at:  data.csv:3
        why: ids are compared letter for letter
        fix: write "2"
      error[dataset-field-missing]: the case has no \`query\`
        at:  data.csv:4
        fix: write the question that is asked
      error[dataset-field-value]: \`answerable\` must be true or false, not \`maybe\`
        at:  data.csv:5
        fix: write \`true\` or \`false\`; in a table also yes, no, 是, 否, 1 or 0
      error[dataset-duplicate-id]: two cases have the id \`4\`
        at:  data.csv:6
        why: runs are compared by case id, so one of the two would be lost
        fix: give it an id of its own; the other one is on line 5"
    `);
  });
});

describe("files as people have them", () => {
  const table = (file: string) => {
    const path = new URL(`../../tests/fixtures/messy/${file}`, import.meta.url);
    const { text, notes } = decodeText(readFileSync(path), file);
    return { ...parseCsvTable(text), notes, text };
  };

  test("a Chinese file in GBK, 91 records, no character lost", () => {
    const { header, rows, notes, fault, text } = table("zh_gbk_medical.csv");
    expect(header?.cells).toEqual(["department", "title", "ask", "answer"]);
    expect({ rows: rows.length, notes, fault }).toEqual({
      rows: 91,
      notes: ["zh_gbk_medical.csv: decoded as GB18030"],
      fault: undefined,
    });
    expect(text).not.toContain("\uFFFD");
    expect(text).toContain("高血压");
  });

  test("a mark, 59 LF and 2 CRLF lines and blank lines at the end: 60 records", () => {
    const { header, rows, fault } = table("zh_project/manual_eval_c2.csv");
    expect(header?.cells[0]).toBe("question_id");
    expect({ rows: rows.length, fault }).toEqual({ rows: 60, fault: undefined });
  });

  test("a set with Chinese questions and labels is read as it is", () => {
    const { text } = table("zh_project/questions.csv");
    const read = cases(text);
    expect(read).toHaveLength(20);
    expect(read[0]).toMatchObject({ id: "Q001", language: "zh", metadata: { difficulty: "easy" } });
  });

  test("line breaks inside quotes do not move the line of a stray quotation mark", () => {
    expect(table("ragas_doc_qa_eval.csv").fault).toEqual({ line: 52, column: 1, kind: "inside" });
  });

  test("one row per passage: the repeated ids are all told", async () => {
    const { text } = table("vectara_connector.csv");
    expect(await messages(text)).toContain("data.csv:3");
    expect(await messages(text)).toContain("error[dataset-duplicate-id]: two cases have the id");
  });

  test("JSON, bars and doubled quotes in cells: 15 records; an index column without a name: 18", () => {
    expect(table("deepeval_goldens.csv").rows).toHaveLength(15);
    expect(table("ragas_v0_testset.csv").rows).toHaveLength(18);
  });

  test("semicolons and stray quotation marks: stops with the line, guesses nothing", () => {
    expect(table("pt_semicolon.csv").fault).toEqual({ line: 4, column: 1, kind: "inside" });
  });
});
