import { showControls } from "../core/index.ts";
import type { Closure, Rendered } from "../prompts/index.ts";
import { diffWords, formatWordDiff, type Stretch, seesColours } from "./word-diff.ts";

/** Two texts, compared. */
export interface Compared {
  /** What they are called: `shared/role@v1 → shared/role@v2`, `system`. */
  readonly title: string;
  readonly stretches: readonly Stretch[];
}

/** The templates themselves, then what they bring in: a fragment of the same name in another version is the same part. */
export function compareTemplates(before: Closure, after: Closure): readonly Compared[] {
  const compared = [compareFiles(before.root, after.root)];
  const gone = [...before.fragments.values()].filter(({ reference }) => !after.fragments.has(reference));
  for (const fragment of after.fragments.values()) {
    if (before.fragments.has(fragment.reference)) continue;
    const at = gone.findIndex(({ reference }) => nameOf(reference) === nameOf(fragment.reference));
    const [other] = at === -1 ? [] : gone.splice(at, 1);
    compared.push(compareFiles(other, fragment));
  }
  return [...compared, ...gone.map((one) => compareFiles(one, undefined))];
}

function compareFiles(old: Closure["root"] | undefined, changed: Closure["root"] | undefined): Compared {
  return {
    title: titleOf(old?.reference, changed?.reference),
    stretches: diffWords(old?.text ?? "", changed?.text ?? ""),
  };
}

function nameOf(reference: string): string {
  return reference.replace(/@.*/, "");
}

function titleOf(old: string | undefined, changed: string | undefined): string {
  if (old === undefined) return `${changed}, new`;
  if (changed === undefined) return `${old}, gone`;
  return old === changed ? old : `${old} → ${changed}`;
}

/** The messages of two renderings, in their order. */
export function compareMessages(old: Rendered, changed: Rendered): readonly Compared[] {
  const count = Math.max(old.messages.length, changed.messages.length);
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [old.messages[i], changed.messages[i]];
    // The tags of a prompt with other inputs end in other letters, which says nothing.
    const text = b?.content.replaceAll(changed.fence, old.fence) ?? "";
    return { title: titleOf(a?.role, b?.role), stretches: diffWords(a?.content ?? "", text) };
  });
}

/** Each text under its title, with its changes marked. */
export function formatCompared(compared: readonly Compared[]): readonly string[] {
  const colours = seesColours();
  return compared.flatMap(({ title, stretches }) => {
    const visible = stretches.map((one) => visibleOf(one));
    const text = formatWordDiff(visible, { colours }).trimEnd();
    return ["", `─── ${title}${text === "" ? ": the same" : ""}`, ...(text === "" ? [] : [text])];
  });
}

function visibleOf(stretch: Stretch): Stretch {
  const show = (text: string): string => showControls(text, { keepsLines: true });
  if (stretch.kind === "same") return { kind: "same", text: show(stretch.text) };
  return { kind: "changed", old: show(stretch.old), new: show(stretch.new) };
}
