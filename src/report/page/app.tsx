import type { ReportInput } from "../renderer.ts";

/** The whole report. */
export function App({ input }: { readonly input: ReportInput }) {
  return <h1>{input.summary.suite}</h1>;
}
