import { errorExamples } from "../error-examples.ts";
import { formatCount } from "../format.ts";
import type { ReportInput } from "../renderer.ts";
import { useText } from "./language.ts";
import { ScrollBox } from "./scroll-box.tsx";
import { errorMeaning } from "./tool-text.ts";

interface ErrorsTableProps {
  readonly input: ReportInput;
  /** Shows the cases with errors of this kind. */
  readonly onShow: (kind: string) => void;
}

/** What went wrong, by kind, in plain words. */
export function ErrorsTable({ input, onShow }: ErrorsTableProps) {
  const { t, language } = useText();
  const examples = errorExamples(input);
  if (examples.length === 0) return null;
  return (
    <section class="card" aria-labelledby="errors">
      <h2 id="errors">{t("errors")}</h2>
      <p class="muted">{t("errorsHow")}</p>
      <ScrollBox label={t("errors")}>
        <table aria-labelledby="errors">
          <thead>
            <tr>
              <th scope="col">{t("kind")}</th>
              <th scope="col">{t("meaning")}</th>
              <th scope="col" class="number">
                {t("count")}
              </th>
              <th scope="col">
                <span class="unseen">{t("showCases")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ kind, count, caseId, message }) => (
              <tr key={kind}>
                <th scope="row" class="id">
                  {kind}
                </th>
                <td>
                  {errorMeaning(kind, language) ?? ""}
                  <span class="small" dir="auto">
                    {t("errorExample", { caseId, message })}
                  </span>
                </td>
                <td class="number">{formatCount(count)}</td>
                <td>
                  <button type="button" class="quiet" onClick={() => onShow(kind)}>
                    {t("showCases")}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
