import { formatChange } from "../format.ts";
import { Icon } from "./icon.tsx";
import { useText } from "./language.ts";

interface ChangeProps {
  /** A share; null: there is nothing to compare with. */
  readonly change: number | null;
  /** The largest drop allowed: a change just beyond it is shown with enough digits to tell. */
  readonly margin?: number | null;
  /** Leaves out the unit, where a heading gives it. */
  readonly isShort?: boolean;
}

/** A change in percentage points, with its sign and an arrow. */
export function Change({ change, margin = null, isShort = false }: ChangeProps) {
  const { t } = useText();
  const points = formatChange(change, margin);
  if (change === null) return <span class="muted">{points}</span>;
  if (points === "0") return <span class="muted">{t("unchanged")}</span>;
  return (
    <span class={change < 0 ? "worse" : "better"}>
      <Icon name={change < 0 ? "worse" : "better"} />
      {isShort ? points : t("points", { change: points })}
    </span>
  );
}
