import { render } from "preact";
import type { ReportInput } from "../renderer.ts";
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
  const input = JSON.parse(data) as ReportInput;
  const container = document.createElement("div");
  render(<App input={input} browserLanguage={navigator.language} />, container);
  place.replaceChildren(container);
}

start();
