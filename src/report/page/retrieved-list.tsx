import type { JudgedChunk } from "../../record/index.ts";
import { Icon } from "./icon.tsx";
import { useText } from "./language.ts";
import { LongText } from "./long-text.tsx";

interface RetrievedListProps {
  readonly retrieved: readonly JudgedChunk[];
  /** Passages of the gold, marked where they stand in a chunk. */
  readonly quotes: readonly string[];
}

/** What was retrieved, in rank order, with what was relevant marked by sign and word. */
export function RetrievedList({ retrieved, quotes }: RetrievedListProps) {
  const { t } = useText();
  if (retrieved.length === 0) return <p class="muted">{t("nothingRetrieved")}</p>;
  return (
    <ol class="retrieved">
      {retrieved.map((chunk, i) => (
        <li key={chunk.id} class={chunk.relevant ? "relevant" : ""}>
          <p>
            <span class="rank">{i + 1}</span>
            <span class="id" dir="auto">
              {chunk.id}
            </span>
            {chunk.relevant && (
              <span class="chip pass">
                <Icon name="pass" />
                {t("relevant")}
              </span>
            )}
            {chunk.score !== undefined && (
              <span class="small">{t("chunkScore", { score: Number(chunk.score.toPrecision(4)) })}</span>
            )}
          </p>
          {chunk.text === undefined ? (
            <p class="muted">{t("noText")}</p>
          ) : (
            <LongText text={chunk.text} limit={360} marked={quotes} />
          )}
        </li>
      ))}
    </ol>
  );
}
