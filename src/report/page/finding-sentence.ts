import type { Finding } from "../../gate/index.ts";
import { formatChange, formatPoints } from "../format.ts";
import type { PageLanguage } from "./strings.ts";

/** A finding in the page's language: the record's own sentence in English, and the same numbers in Chinese. */
export function findingSentence(finding: Finding, language: PageLanguage): string {
  return language === "zh" ? chineseSentence(finding) : finding.sentence;
}

function chineseSentence(finding: Finding): string {
  const { metric, slice, change } = finding;
  const name = slice === null ? metric : `${metric}（${slice}）`;
  if (change === null) return `${name}：没有用例在两次运行中都有得分，无法判断。`;
  return `${movement(name, change, finding)}${labelling(finding)}${unpaired(finding)}`;
}

/** What judging the chunks that came in could change. */
function labelling({ unlabelled }: Finding): string {
  // Records from before have none.
  if (unlabelled == null) return "";
  const { couldExplain, toLabel, change } = unlabelled;
  return couldExplain
    ? `这一下降可能只是因为有 ${toLabel.length} 个检索结果尚无人评判：若它们相关，下降就不超出允许范围。请先标注它们。`
    : `仅凭尚无人评判的检索结果不足以解释：即使它们全都相关，仍下降 ${formatPoints(-change)} 个百分点。`;
}

function movement(name: string, change: number, finding: Finding): string {
  const { slice, margin, pairs, better, worse, verdict } = finding;
  if (better === 0 && worse === 0) return `${name}：${pairs} 个用例的得分完全相同。`;
  const points = formatChange(change, margin).replace(/^[−+]/, "");
  const moved = points === "0" ? "总体持平" : `${change < 0 ? "下降" : "上升"} ${points} 个百分点`;
  const counted = `${name}${slice === null ? " " : ""}${moved}（${pairs} 个用例中 ${worse} 个变差，${better} 个变好）`;
  if (margin === null) return `${counted}。`;
  if (verdict === "fail") return `${counted}；最多允许下降 ${formatPoints(margin)} 个百分点。`;
  return verdict === "pass" && change < 0
    ? `${counted}，没有超出允许的 ${formatPoints(margin)} 个百分点。`
    : `${counted}。`;
}

/** The cases with a score in only one of the two runs. */
function unpaired({ lost, gained, verdict }: Finding): string {
  const parts = [
    ...(lost > 0 ? [`${lost} 个用例原来有得分，现在没有`] : []),
    ...(gained > 0 ? [`${gained} 个用例原来没有得分，现在有`] : []),
  ];
  if (parts.length === 0) return "";
  const doubt = verdict === "inconclusive" ? "；按最坏情况计算则不能通过，因此不算通过" : "";
  return `此外，${parts.join("，")}${doubt}。`;
}
