import type { JudgedClaim } from "../../record/index.ts";
import { Icon, type IconName } from "./icon.tsx";
import { useText } from "./language.ts";
import { LongText } from "./long-text.tsx";

interface ClaimListProps {
  readonly of: "claims" | "points";
  readonly claims: readonly JudgedClaim[];
}

const tones = {
  supported: { tone: "pass", icon: "pass" },
  contradicted: { tone: "fail", icon: "fail" },
  not_found: { tone: "unclear", icon: "unclear" },
} as const satisfies Readonly<Record<JudgedClaim["verdict"], { readonly tone: string; readonly icon: IconName }>>;

/** What a judge took apart, each with its verdict and the words that decided. */
export function ClaimList({ of, claims }: ClaimListProps) {
  const { t } = useText();
  if (claims.length === 0) return null;
  return (
    <>
      <h3>{t(`list.${of}`)}</h3>
      <ul class="claims">
        {claims.map((claim, i) => (
          <li key={i}>
            <span class={`chip ${tones[claim.verdict].tone}`}>
              <Icon name={tones[claim.verdict].icon} />
              {t(`claim.${claim.verdict}`)}
            </span>
            <LongText text={claim.text} />
            <Quotation claim={claim} of={of} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Quotation({ claim, of }: { readonly claim: JudgedClaim; readonly of: ClaimListProps["of"] }) {
  const { t } = useText();
  const { quote, chunk, isFabricated } = claim;
  if (quote === null) return null;
  return (
    <>
      <blockquote dir="auto">{quote}</blockquote>
      <p class="small">
        {of === "points" && t("quotedFromAnswer")}
        {of === "claims" && chunk !== null && t("quotedFrom", { rank: chunk + 1 })}
        {isFabricated && <> {t("fabricatedQuote")}</>}
      </p>
    </>
  );
}
