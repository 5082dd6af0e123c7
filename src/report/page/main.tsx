import { render } from "preact";
import type { EmbeddedReport } from "../embedded-report.ts";
import { resultsOf } from "../results-of.ts";
import { App } from "./app.tsx";
import "./base.css";
import "./summary.css";
import "./cases.css";
import "./media.css";

/** Puts the app in the place of the plain numbers, which stay when anything here throws. */
function start(): void {
  const data = document.getElementById("data")?.textContent;
  const place = document.getElementById("app");
  if (data === undefined || place === null) throw new Error("the report holds no data");
  const report = JSON.parse(data) as EmbeddedReport;
  const input = { ...report, results: resultsOf(report.results) };
  const container = document.createElement("div");
  render(<App input={input} browserLanguage={navigator.language} />, container);
  place.replaceChildren(container);
}

start();
