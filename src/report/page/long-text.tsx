import { useState } from "preact/hooks";
import { formatCount, truncate } from "../format.ts";
import { useText } from "./language.ts";

interface LongTextProps {
  readonly text: string;
  /** Characters that are shown at first. */
  readonly limit?: number;
  /** Passages to mark where they stand in the text, letter for letter. */
  readonly marked?: readonly string[];
}

/** A text that is only a little longer than the limit is not worth a button. */
const slack = 1.3;

/** A text as it was written, in its own direction, with its line breaks; the rest of a long one on demand. */
export function LongText({ text, limit = 700, marked = [] }: LongTextProps) {
  const { t } = useText();
  const [isWhole, setWhole] = useState(() => marked.some((one) => endOf(text, one) > limit));
  const short = text.length <= limit * slack ? text : truncate(text, limit);
  const shown = isWhole ? text : short;
  return (
    <div class="text">
      <div class="words" dir="auto">
        <Marked text={shown} passages={marked} />
      </div>
      {short !== text && (
        <button type="button" class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("showLess") : t("showAll", { count: formatCount(text.length) })}
        </button>
      )}
    </div>
  );
}

/** Where a passage ends in a text; 0 when it is not there. */
function endOf(text: string, passage: string): number {
  const start = text.indexOf(passage);
  return start < 0 ? 0 : start + passage.length;
}

function Marked({ text, passages }: { readonly text: string; readonly passages: readonly string[] }) {
  const [passage, ...others] = passages.filter((one) => one !== "" && text.includes(one));
  if (passage === undefined) return <>{text}</>;
  const start = text.indexOf(passage);
  return (
    <>
      <Marked text={text.slice(0, start)} passages={others} />
      <mark>{passage}</mark>
      <Marked text={text.slice(start + passage.length)} passages={others} />
    </>
  );
}
