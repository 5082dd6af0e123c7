import type { CaseError, Message } from "../../core/index.ts";
import type { CaseResult, GoldNote, Judgement, MetricSummary } from "../../record/index.ts";
import type { CaseGroup } from "./case-group.ts";
import { ClaimList } from "./claim-list.tsx";
import { hashOfCase } from "./deep-link.ts";
import { Icon } from "./icon.tsx";
import { useText } from "./language.ts";
import { LongText } from "./long-text.tsx";
import { RetrievedList } from "./retrieved-list.tsx";
import { ScoresTable } from "./scores-table.tsx";
import { errorMeaning } from "./tool-text.ts";

interface CaseDetailProps {
  readonly group: CaseGroup;
  readonly metrics: readonly MetricSummary[];
}

/** Everything that is known of one case. What a model wrote is shown as text, never as markup. */
export function CaseDetail({ group, metrics }: CaseDetailProps) {
  const { t } = useText();
  const { first, repeats, id } = group;
  return (
    <div class="detail">
      <h3>{t("question")}</h3>
      <LongText text={first.query} />
      {repeats.map((result) => (
        <section key={result.repeat} class={repeats.length > 1 ? "repeat" : ""}>
          {repeats.length > 1 && (
            <h3 class="repeat-title">{t("repeat", { repeat: result.repeat + 1, repeats: repeats.length })}</h3>
          )}
          <RepeatDetail result={result} group={group} metrics={metrics} />
        </section>
      ))}
      <p class="link small">
        <a href={hashOfCase(id)}>{t("linkToCase")}</a>
      </p>
    </div>
  );
}

function References({ result }: { readonly result: CaseResult }) {
  const { t } = useText();
  const { answerable, references } = result;
  return (
    <div>
      <h3>{t("reference")}</h3>
      {!answerable && <p>{t("unanswerable")}</p>}
      {answerable && references.length === 0 && <p class="muted">{t("noReference")}</p>}
      {references.map((reference, i) => (
        <LongText key={i} text={reference} />
      ))}
    </div>
  );
}

interface RepeatDetailProps extends CaseDetailProps {
  readonly result: CaseResult;
}

function RepeatDetail({ result, group, metrics }: RepeatDetailProps) {
  const { t } = useText();
  const { other } = group;
  const judgements = judgementsOf(result);
  const claims = judgements.flatMap((judgement) => judgement.claims ?? []);
  return (
    <>
      <div class="answers">
        {other !== null && (
          <div>
            <h3>{t("answerOf", { prompt: other.before })}</h3>
            <Answer answer={other.answers[result.repeat] ?? null} />
          </div>
        )}
        <div>
          <h3>{other === null ? t("answer") : t("answerOf", { prompt: other.after })}</h3>
          {result.refusalFault != null && (
            <p>
              <span class="chip fail">
                <Icon name="fail" />
                {t(`fault.${result.refusalFault}`)}
              </span>
            </p>
          )}
          {result.error === null ? <Answer answer={result.answer} /> : <ErrorBox error={result.error} />}
        </div>
        <References result={result} />
      </div>
      <h3>{t("scores")}</h3>
      <ScoresTable result={result} metrics={metrics} changes={group.changes} />
      {judgements.map(({ claims = [], points = [] }, i) => (
        <div key={i}>
          <ClaimList of="claims" claims={claims} />
          <ClaimList of="points" claims={points} />
        </div>
      ))}
      <h3>{t("gold")}</h3>
      <GoldList gold={result.gold} />
      <h3>{t("retrieved")}</h3>
      {result.droppedDuplicates > 0 && <p class="small">{t("duplicates", { count: result.droppedDuplicates })}</p>}
      <RetrievedList
        retrieved={result.retrieved}
        quotes={[...result.gold, ...claims].flatMap(({ quote }) => quote ?? [])}
      />
      {result.notes.length > 0 && <h3>{t("notes")}</h3>}
      {result.notes.map((note) => (
        <LongText key={note} text={note} />
      ))}
      {result.messages !== null && (
        <Messages title={t("messages", { count: result.messages.length })} messages={result.messages} />
      )}
      {judgements.map((judgement, i) => (
        <JudgementRecord key={i} judgement={judgement} />
      ))}
    </>
  );
}

/** Every call of the judge, in order. */
function judgementsOf({ judgement, furtherJudgements = [] }: CaseResult): readonly Judgement[] {
  return judgement === null ? [] : [judgement, ...furtherJudgements];
}

function Answer({ answer }: { readonly answer: string | null }) {
  const { t } = useText();
  if (answer === null) return <p class="muted">{t("noAnswer")}</p>;
  return answer.trim() === "" ? <p class="muted">{t("emptyAnswer")}</p> : <LongText text={answer} />;
}

/** An error with its kind, in plain words and in the words of the record. */
function ErrorBox({ error }: { readonly error: CaseError }) {
  const { t, language } = useText();
  const facts = [
    ...(error.status === undefined ? [] : [t("status", { status: error.status })]),
    ...(error.requestId === undefined ? [] : [t("requestId", { id: error.requestId })]),
  ];
  return (
    <div class="error">
      <p>
        <Icon name="unclear" />
        <strong>{error.kind}</strong> {errorMeaning(error.kind, language)}
      </p>
      <LongText text={error.message} />
      {facts.length > 0 && <p class="small">{facts.join(" · ")}</p>}
      {error.raw !== undefined && (
        <details>
          <summary>{t("rawReply")}</summary>
          <pre dir="auto">{error.raw}</pre>
        </details>
      )}
    </div>
  );
}

function GoldList({ gold }: { readonly gold: readonly GoldNote[] }) {
  const { t } = useText();
  if (gold.length === 0) return <p class="muted">{t("noGold")}</p>;
  return (
    <ul class="gold">
      {gold.map(({ label, quote, foundAt }, i) => (
        <li key={i}>
          <span class={`chip ${foundAt === null ? "fail" : "pass"}`}>
            <Icon name={foundAt === null ? "fail" : "pass"} />
            {foundAt === null ? t("notFound") : t("foundAt", { rank: foundAt })}
          </span>{" "}
          <span class="id" dir="auto">
            {label}
          </span>
          {quote !== null && <LongText text={quote} />}
        </li>
      ))}
    </ul>
  );
}

function Messages({ title, messages }: { readonly title: string; readonly messages: readonly Message[] }) {
  return (
    <details>
      <summary>{title}</summary>
      {messages.map(({ role, content }, i) => (
        <div key={i} class="message">
          <span class="small">{role}</span>
          <pre dir="auto">{content}</pre>
        </div>
      ))}
    </details>
  );
}

function JudgementRecord({ judgement }: { readonly judgement: Judgement }) {
  const { t } = useText();
  const { messages, raw, notes, contextOrder } = judgement;
  return (
    <>
      <Messages title={t("judgeMessages", { count: messages.length })} messages={messages} />
      <details>
        <summary>{t("judgeRaw")}</summary>
        <pre dir="auto">{raw}</pre>
        {contextOrder.length > 0 && (
          <p class="small">{t("contextOrder", { order: contextOrder.map((i) => i + 1).join(", ") })}</p>
        )}
        {notes.map((note) => (
          <p key={note} class="small" dir="auto">
            {note}
          </p>
        ))}
      </details>
    </>
  );
}
