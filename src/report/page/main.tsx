import { render } from "preact";
import type { ReportInput } from "../renderer.ts";
import { App } from "./app.tsx";
import "./base.css";

const data = document.getElementById("data")?.textContent;
const place = document.getElementById("app");
if (data && place) {
  const input = JSON.parse(data) as ReportInput;
  // Into an element of its own first, so that the static numbers stay when this fails.
  const page = document.createElement("div");
  render(<App input={input} />, page);
  place.replaceChildren(page);
}
