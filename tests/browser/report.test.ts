import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scored } from "../../src/core/index.ts";
import type { ReportInput } from "../../src/report/index.ts";
import {
  failedResult,
  hostile,
  hostileResult,
  manyResults,
  reportManifest,
  reportOf,
  resultOf,
} from "../../src/report/report.fixture.ts";
import { type ReportBrowser, startReportBrowser } from "./open-report.ts";

/** Sixty cases in two languages, some worse, some better, two with errors, and one of hostile text. */
const realistic = reportOf({
  results: [...manyResults(60), hostileResult()],
  before: [...manyResults(60, { isBefore: true }), hostileResult()],
  manifest: reportManifest({ minCoverage: 0.9 }),
  exitCode: 1,
});

let browser: ReportBrowser;

beforeAll(async () => {
  browser = await startReportBrowser();
});

afterAll(async () => {
  await browser.close();
});

const rows = (page: Page) => page.locator("#cases button[aria-expanded]");
const ids = (page: Page) => rows(page).locator(".head > .id").allTextContents();
const linkTo = (id: string): string => `#case=${encodeURIComponent(id)}`;

test("opens from a disk with the network off: one file, no complaint, both charts drawn", async () => {
  const { page, requests, complaints, html } = await browser.open(realistic);
  expect(requests).toHaveLength(1);
  expect(complaints).toEqual([]);
  expect(html).not.toMatch(/(?:src|href)\s*=\s*["']?(?:https?:)?\/\//i);
  await expect.poll(() => page.evaluate(coloursOfCanvases)).toEqual([expect.any(Number), expect.any(Number)]);
  for (const colours of await page.evaluate<number[]>(coloursOfCanvases)) expect(colours).toBeGreaterThan(5);
});

/** How many colours each canvas shows, counted in the page: one when nothing was drawn. */
const coloursOfCanvases = `Array.from(document.querySelectorAll("canvas"), (canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
})`;

test("hostile text is shown letter for letter, runs nothing and keeps the title", async () => {
  const { page, complaints, requests } = await browser.open(realistic, { hash: linkTo(hostile.caseId) });
  const opened = page.locator('#cases li:has(> button[aria-expanded="true"])');
  const shown = await opened.textContent();
  expect(shown).toContain(hostile.caseId);
  expect(shown).toContain(hostile.answer);
  expect(shown).toContain("costs $& and $' and <!-- and");
  expect(shown).toContain(hostile.link);
  expect(shown).toContain(hostile.emoji);
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.locator("a[href^='javascript:']").count()).toBe(0);
  expect(await page.title()).toBe("handbook · Touchstone");
  const data = await page.locator("#data").textContent();
  expect(JSON.parse(data ?? "")).toEqual(JSON.parse(JSON.stringify({ ...realistic, results: [...realistic.results] })));
  expect(complaints).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("a page full of hostile names stays whole", async () => {
  const manifest = reportManifest({
    suite: hostile.answer,
    notes: [hostile.answer, hostile.rightToLeft],
    judge: { kind: "llm", notice: hostile.answer },
    slices: ["kind"],
  });
  const results = [
    resultOf({ caseId: "__proto__", labels: { kind: [hostile.answer, "constructor"] } }),
    hostileResult(),
  ];
  const { page, complaints } = await browser.open(reportOf({ results, before: results, manifest }));
  expect(await page.title()).toBe(`${hostile.answer} · Touchstone`);
  expect(await page.locator("h1").textContent()).toBe(hostile.answer);
  expect(await rows(page).count()).toBe(2);
  expect(await page.locator("img").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("the list of cases is searched, filtered and sorted", async () => {
  const { page, complaints } = await browser.open(realistic);
  const cases = page.locator("#cases");
  const choose = (name: string, option: string) =>
    cases.getByRole("combobox", { name, exact: true }).selectOption(option, { timeout: 5_000 });
  expect(await rows(page).count()).toBe(50);

  await choose("Order", "as in the dataset");
  expect((await ids(page)).slice(0, 3)).toEqual(["travel-001", "purchasing-002", "leave-003"]);
  await choose("Order", "faithfulness, lowest first");
  expect((await ids(page))[0]).toBe(hostile.caseId);

  await cases.getByRole("searchbox").fill("年假 第二年");
  expect(new Set((await ids(page)).map((id) => id.slice(0, 6)))).toEqual(new Set(["leave-"]));
  await cases.getByRole("searchbox").fill("no such words anywhere");
  expect(await rows(page).count()).toBe(0);
  await cases.getByRole("button", { name: "Clear filters" }).click();

  await choose("Language", "zh");
  // Half of the 60 topics are in Chinese.
  expect(await rows(page).count()).toBe(30);
  await choose("Change", "errors");
  const failing = realistic.results.scores.filter(({ error, language }) => error !== null && language === "zh");
  expect(await rows(page).count()).toBe(failing.length);
  await cases.getByRole("button", { name: "Clear filters" }).click();

  await choose("Outcome", "should decline to answer");
  const refusals = realistic.results.scores.filter(({ answerable }) => !answerable);
  expect(new Set(await ids(page))).toEqual(new Set(refusals.map(({ caseId }) => caseId)));
  expect(complaints).toEqual([]);
});

test("a case is opened by the keyboard, has an address of its own, and its link opens it from any page", async () => {
  const { page } = await browser.open(realistic);
  const isOpen = () => rows(page).first().getAttribute("aria-expanded");
  await rows(page).first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(isOpen).toBe("true");
  const [id = ""] = await ids(page);
  expect(page.url().endsWith(linkTo(id))).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(isOpen).toBe("false");

  const far = await browser.open(realistic, { hash: linkTo("cafeteria-060") });
  const opened = far.page.locator('#cases button[aria-expanded="true"]');
  expect(await opened.locator(".head > .id").textContent()).toBe("cafeteria-060");
  await expect.poll(() => opened.boundingBox().then((box) => box?.y ?? -1)).toBeLessThan(720);
});

test("an opened case shows question, reference, answer, reasons, gold, ranked chunks and what was sent", async () => {
  const { page } = await browser.open(realistic, { hash: linkTo("travel-001") });
  const text = (await page.locator('#cases li:has(> button[aria-expanded="true"])').textContent()) ?? "";
  for (const part of [
    "出差时每天的餐费报销上限是多少？",
    "每日 200 元，凭发票报销。",
    "每日餐费报销上限为 200 元，凭票实报实销。",
    "依据：“餐费报销上限为每日 200 元”。",
    "found at place 1",
    "travel.md#2",
    "relevant",
    "Answer from the contexts alone.",
    '{"faithfulness": 3}',
  ]) {
    expect(text).toContain(part);
  }
});

test("claims stand with their verdicts and quotations, the passages are marked, and a wrong refusal is named, in both languages", async () => {
  const claims = [
    { text: "It is quoted.", verdict: "supported", quote: "quoted evidence", chunk: 0, isFabricated: false },
    { text: "It is new.", verdict: "not_found", quote: "never written", chunk: 1, isFabricated: true },
  ] as const;
  const judged = resultOf({
    caseId: "c1",
    gold: [],
    refused: true,
    refusalFault: "false_refusal",
    judgement: { messages: [], contextOrder: [1, 0], raw: "{}", notes: [], claims },
  });
  const { page } = await browser.open(reportOf({ results: [judged] }), { hash: linkTo("c1") });
  const opened = page.locator('#cases li:has(> button[aria-expanded="true"])');
  expect(await opened.locator(".claims > li").allInnerTexts()).toEqual([
    expect.stringMatching(/supported[\s\S]*It is quoted\.[\s\S]*quoted from place 1/),
    expect.stringMatching(/not found[\s\S]*It is new\.[\s\S]*the claim counts as not found/),
  ]);
  expect(await opened.locator(".retrieved mark").allInnerTexts()).toEqual(["quoted evidence"]);
  expect(await opened.textContent()).toContain("declined wrongly (false_refusal)");
  expect(await page.locator("main").textContent()).toContain("(false_refusal): 1 of 1 (100 %)");
  await page.getByRole("button", { name: "中文" }).click();
  expect(await opened.textContent()).toContain("回答中的论断");
  expect(await opened.textContent()).toContain("不应拒答而拒答（false_refusal）");
});

test("repeats of a case stand together", async () => {
  const results = [0, 1, 2].map((repeat) => resultOf({ caseId: "r", repeat, answer: `answer ${repeat}` }));
  const { page } = await browser.open(reportOf({ results }), { hash: linkTo("r") });
  expect(await rows(page).count()).toBe(1);
  const text = (await page.locator("#cases").textContent()) ?? "";
  expect(text).toMatch(/Repeat 1 of 3.*answer 0.*Repeat 2 of 3.*answer 1.*Repeat 3 of 3.*answer 2/s);
});

test("speaks the language of the reader's browser, and the other on request; models' words stay as they are", async () => {
  const { page } = await browser.open(realistic, { locale: "zh-CN" });
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  expect(await page.getByRole("heading", { name: "未通过", exact: true }).count()).toBe(1);
  expect(await page.locator("#cases").textContent()).toContain("出差时每天的餐费报销上限是多少？");
  await page.getByRole("button", { name: "English" }).click();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(await page.getByRole("heading", { name: "Failed", exact: true }).count()).toBe(1);
  expect(await page.locator("#cases").textContent()).toContain("出差时每天的餐费报销上限是多少？");
});

test("with scripts switched off the verdict and the numbers are still there", async () => {
  const { page, requests } = await browser.open(realistic, { javaScriptEnabled: false });
  const text = (await page.locator("body > #app").textContent()) ?? "";
  const recall = realistic.summary.metrics.find(({ id }) => id === "recall@5");
  expect(text).toContain("Failed");
  expect(text).toContain(recall?.mean?.toFixed(3) ?? "no mean");
  expect(text).toContain(`${recall?.n} of ${recall?.planned}`);
  expect(text).toContain(realistic.summary.judge?.notice ?? "no notice");
  expect(text).toContain(realistic.comparison.findings[0]?.sentence ?? "no sentence");
  expect(text).toContain("timeout: 2");
  expect(requests).toHaveLength(1);
});

test.each([
  ["light", { locale: "en-US", colorScheme: "light" }],
  ["dark", { locale: "zh-CN", colorScheme: "dark" }],
  ["narrow", { locale: "en-US", colorScheme: "light", viewport: { width: 360, height: 740 } }],
] as const)("has no serious fault for people who see or point badly: %s", async (_, options) => {
  const { page } = await browser.open(realistic, { ...options, hash: linkTo("vpn-004"), bypassCSP: true });
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run()");
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary} ${nodes[0]?.html}`)).toEqual([]);
});

test("nothing stands out over the edge of a narrow screen", async () => {
  const { page } = await browser.open(realistic, {
    viewport: { width: 360, height: 740 },
    hash: linkTo(hostile.caseId),
  });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
});

test("twelve scores by label fit on a screen of 1280, and a table that does not fit says that it goes on", async () => {
  const { legend } = reportManifest();
  const more = ["recall@10", "precision@5", "precision@10", "hit@5", "mrr@10", "ndcg@5", "map@10", "completeness"];
  const extra = more.map((id) => ({ ...first(legend), id }));
  const result = resultOf({ caseId: "a" });
  const scores = Object.fromEntries(more.map((id) => [id, scored(0.5)]));
  const input = reportOf({
    results: [{ ...result, retrieval: { ...result.retrieval, ...scores } }],
    before: [
      { ...result, retrieval: { ...result.retrieval, ...Object.fromEntries(more.map((id) => [id, scored(1)])) } },
    ],
    manifest: reportManifest({ legend: [...legend, ...extra] }),
  });
  const wide = await browser.open(input, { viewport: { width: 1280, height: 800 } });
  const hintAbove = (page: Page) => page.locator(".scroll-hint:has(+ .scroll > .slices)").count();
  const isCut =
    "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.scroll:has(.slices)'))";
  expect([await wide.page.evaluate(isCut), await hintAbove(wide.page)]).toEqual([false, 0]);
  const narrow = await browser.open(input, { viewport: { width: 700, height: 800 } });
  expect(await narrow.page.evaluate(isCut)).toBe(true);
  await expect.poll(() => hintAbove(narrow.page)).toBe(1);
});

function first<T>([value]: readonly T[]): T {
  if (value === undefined) throw new RangeError("there is none");
  return value;
}

test("2,000 cases open, are searched and sorted at once", async () => {
  const results = manyResults(2_000);
  const report = reportOf({ results, before: manyResults(2_000, { isBefore: true }) });
  const started = performance.now();
  const { page, complaints } = await browser.open(report);
  await rows(page).first().waitFor();
  const opened = performance.now();
  await page.locator("#cases").getByRole("searchbox").fill("E-1042");
  await expect.poll(() => rows(page).count()).toBe(50);
  const searched = performance.now();
  console.log(`2,000 cases: open ${Math.round(opened - started)} ms, search ${Math.round(searched - opened)} ms`);
  // Sane, on a machine that does other things too: measured are 1.2 s and 0.1 s.
  expect(opened - started).toBeLessThan(15_000);
  expect(searched - opened).toBeLessThan(5_000);
  expect(complaints).toEqual([]);
});

test("a run of a part of the cases says so beside its verdict, in both languages", async () => {
  const manifest = reportManifest({ planned: { cases: 1, of: 10, filters: ["first 1"] } });
  const result = resultOf({ caseId: "a", droppedDuplicates: 3 });
  const { page } = await browser.open(reportOf({ results: [result], before: [result], manifest }));
  const banner = page.locator(".banner");
  expect(await banner.textContent()).toContain("repeated results dropped: 3");
  expect(await banner.textContent()).toContain("1 of 10 cases ran (filter: first 1).");
  await page.getByRole("button", { name: "中文" }).click();
  expect(await banner.textContent()).toContain("10 个用例中运行了 1 个（筛选条件：first 1）。");
});

test("cases in quarantine are named beside the verdict, with the reasons, in both languages", async () => {
  const why = "gold names `d`, and the corpus has no document `d`";
  const now = resultOf({ caseId: "a", quarantined: why });
  const report = reportOf({
    results: [now, resultOf({ caseId: "b" })],
    before: [now, resultOf({ caseId: "b", quarantined: why })],
  });
  const { page } = await browser.open(report);
  const banner = page.locator(".banner");
  const texts = [
    [
      "no longer stands in the corpus (1): `a`.",
      "in the baseline, so out of both sides of retrieval (1): `b`.",
      "in the baseline: gold names `d`",
    ],
    [
      "1 个用例已隔离，其标注在语料中已找不到：`a`。",
      "1 个用例在基线中已隔离",
      "在基线中：标注写的是 `d`，语料中没有文档 `d`",
    ],
  ];
  for (const language of texts) {
    for (const text of language) expect(await banner.textContent()).toContain(text);
    await page.locator("button.quiet").first().click();
  }
});

test("two prompts: both answers stand side by side, and what is unchanged by construction is counted, in both languages", async () => {
  const result = resultOf({ caseId: "__proto__", answer: "The newer answer." });
  const report = reportOf({ results: [result], before: [result] });
  const answers = Object.fromEntries([["__proto__", ["The older <b>answer</b>."]]]);
  const arms = { before: "rag/answer@v2", after: "rag/answer@v3", unchanged: 212, of: 300, answers };
  const { page, complaints } = await browser.open(
    { ...report, comparison: { ...report.comparison, arms } },
    { hash: linkTo("__proto__") },
  );
  const banner = page.locator(".banner");
  const opened = page.locator("#cases li.case.open");
  expect(await banner.textContent()).toContain("212 of 300 answers are unchanged by construction");
  const answer = (name: string) => opened.locator(".answers > div", { hasText: name });
  expect(await answer("Answer with rag/answer@v2").textContent()).toContain("The older <b>answer</b>.");
  expect(await answer("Answer with rag/answer@v3").textContent()).toContain("The newer answer.");
  await page.getByRole("button", { name: "中文" }).click();
  expect(await banner.textContent()).toContain("300 个回答中有 212 个必然不变");
  expect(await answer("使用 rag/answer@v2 的回答").textContent()).toContain("The older <b>answer</b>.");
  expect(complaints).toEqual([]);
});

test("too many errors are told by their kinds, the most frequent first, each with a message, before any reason", async () => {
  const refused = { kind: "connection", message: "nobody listens at 127.0.0.1:9" } as const;
  const results = [failedResult("slow"), ...["b", "c"].map((id) => ({ ...failedResult(id), error: refused }))];
  const { page } = await browser.open(reportOf({ results }));
  const banner = (await page.locator(".banner").textContent()) ?? "";
  expect(banner).toMatch(
    /connection × 2.*such as b: nobody listens at 127.0.0.1:9.*timeout × 1.*such as slow.*there is no baseline/s,
  );
  expect(await page.getByRole("row", { name: "connection" }).textContent()).toContain("nobody listens at 127.0.0.1:9");
});

test("a pass warns of watched scores that fell, and a run without a baseline says what to do, in both languages", async () => {
  const before = resultOf({ caseId: "a" });
  const fallen = { ...before, generation: { ...before.generation, relevance: scored(1) } };
  const passed = (await browser.open(reportOf({ results: [fallen], before: [before] }))).page;
  const first = (await browser.open(reportOf({ results: [before] }))).page;
  // relevance: 1 of 5 against 4 of 5
  const texts = [
    [passed, "down by more than that: relevance (−60 points).", "下降也超过了允许范围：relevance（−60 个百分点）。"],
    [first, "baseline with: touchstone eval handbook", "设为基线： touchstone eval handbook --update-baseline"],
  ] as const;
  for (const [page, english, chinese] of texts) {
    expect(await page.locator(".banner").textContent()).toContain(english);
    await page.getByRole("button", { name: "中文" }).click();
    expect(await page.locator(".banner").textContent()).toContain(chinese);
  }
});

const good = resultOf({ caseId: "a" });
const bare = reportManifest({ legend: [], judge: null, slices: [] });

test.each([
  ["no baseline", reportOf({ results: [good] }), "No clear answer"],
  ["no metrics and no judge", reportOf({ results: [good], manifest: bare, gated: [] }), "Not compared"],
  ["no cases", reportOf({ results: [], manifest: bare }), "Too many errors"],
  ["nothing but errors", reportOf({ results: [failedResult("a"), failedResult("b")] }), "Too many errors"],
  ["interrupted", reportOf({ results: [good], before: [good], isFinished: false }), "Interrupted"],
  ["passed", reportOf({ results: [good], before: [good] }), "Passed"],
  [
    "not comparable",
    {
      ...reportOf({ results: [good] }),
      comparison: {
        ...reportOf({ results: [good] }).comparison,
        kind: "not-comparable",
        reasons: ["judge model `a` -> `b`", "k 5 -> 10"],
      },
    } satisfies ReportInput,
    "No clear answer",
  ],
] as const)("a run with %s has a page too", async (_, report, heading) => {
  const { page, complaints } = await browser.open(report);
  expect(await page.locator("h2").first().textContent()).toBe(heading);
  expect(await rows(page).count()).toBe(report.results.scores.length);
  const text = (await page.locator("#app").textContent()) ?? "";
  expect(text).not.toMatch(/NaN|undefined|null|\[object/);
  for (const reason of report.comparison.reasons) expect(text).toContain(reason);
  expect(complaints).toEqual([]);
});
