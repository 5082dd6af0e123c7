import { createHash } from "node:crypto";
import { embeddedReport } from "./embedded-report.ts";
import { embedJson, escapeHtml } from "./escape-html.ts";
import type { Renderer, ReportInput } from "./renderer.ts";
import { renderStaticSummary } from "./static-summary.ts";

/** The page as the build made it, to stand inside the file. */
interface PageParts {
  /** A classic script without imports. */
  readonly script: string;
  readonly style: string;
}

/** Results in one piece of the text. */
const resultsAtOnce = 50;

/**
 * The report as one HTML file that needs nothing else: it opens from a disk with the
 * network off, and its content policy allows its own script and style alone.
 */
export function createHtmlRenderer({ script, style }: PageParts): Renderer {
  const safeScript = closeNothing(script, "script");
  const safeStyle = closeNothing(style, "style");
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(safeScript)}'`,
    `style-src '${hashOf(safeStyle)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return {
    extension: ".html",
    render: function* (input: ReportInput): Generator<string> {
      yield [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="referrer" content="no-referrer">',
        `<title>${escapeHtml(`${input.summary.suite} · Touchstone`)}</title>`,
        `<style>${safeStyle}</style>`,
        "</head>",
        "<body>",
        `<div id="app">${renderStaticSummary(input)}</div>`,
        '<script type="application/json" id="data">',
      ].join("\n");
      yield* embedReport(input);
      yield ["</script>", `<script>${safeScript}</script>`, "</body>", "</html>", ""].join("\n");
    },
  };
}

/** The JSON of the report in pieces: as one text it would take as much memory again as the results. */
function* embedReport(input: ReportInput): Generator<string> {
  const { results, ...rest } = embeddedReport(input);
  yield `${embedJson(rest).slice(0, -1)},"results":[`;
  let texts: string[] = [];
  let separator = "";
  for (const result of results) {
    if (texts.push(embedJson(result)) < resultsAtOnce) continue;
    yield separator + texts.join(",");
    texts = [];
    separator = ",";
  }
  yield texts.length === 0 ? "]}" : `${separator}${texts.join(",")}]}`;
}

/** In code `</script` and `<!--` stand only inside strings and patterns, where a backslash changes nothing. Line ends as HTML reads them, for the hash. */
function closeNothing(code: string, element: "script" | "style"): string {
  const ending = new RegExp(`<(?=/${element}|!--)`, "gi");
  return code.replace(/\r\n?/g, "\n").replace(ending, () => (element === "script" ? "\\x3c" : "\\3c "));
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`;
}
