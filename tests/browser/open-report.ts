import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { createHtmlRenderer, type ReportInput } from "../../src/report/index.ts";
import { chromiumFlags, chromiumPath } from "./chromium.ts";

/** A report in a browser, and what the browser did beside showing it. */
interface OpenReport {
  readonly page: Page;
  readonly html: string;
  /** Every address that was asked for, the file itself first. */
  readonly requests: readonly string[];
  /** Warnings and errors of the console, and errors that nobody caught. */
  readonly complaints: readonly string[];
}

interface OpenOptions extends BrowserContextOptions {
  /** Behind the address of the file, such as `#case=q-017`. */
  readonly hash?: string;
}

/** A browser for reports on disk. */
export interface ReportBrowser {
  open(input: ReportInput, options?: OpenOptions): Promise<OpenReport>;
  close(): Promise<void>;
}

const part = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../dist/page/${name}`, import.meta.url)), "utf8");

/** Starts a browser that opens reports over file://, with no network. */
export async function startReportBrowser(): Promise<ReportBrowser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error("no browser: run `npx tsx tests/browser/install.ts`");
  const browser: Browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const folder = mkdtempSync(join(tmpdir(), "touchstone-report-"));
  const renderer = createHtmlRenderer({ script: part("page.js"), style: part("page.css") });
  let files = 0;
  return {
    open: async (input, { hash = "", ...options } = {}) => {
      const html = [...renderer.render(input)].join("");
      const path = join(folder, `report-${++files}.html`);
      writeFileSync(path, html);
      const context = await browser.newContext({ offline: true, locale: "en-US", reducedMotion: "reduce", ...options });
      const page = await context.newPage();
      const requests: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(`${pathToFileURL(path)}${hash}`, { waitUntil: "load" });
      return { page, html, requests, complaints };
    },
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}
