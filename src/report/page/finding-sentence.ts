import type { Finding } from "../../gate/index.ts";
import { formatChange, formatPoints } from "../format.ts";
import type { PageLanguage } from "./strings.ts";

/** A finding in the page's language: the record's own sentence in English, and the same numbers in Chinese. */
export function findingSentence(finding: Finding, language: PageLanguage): string {
  return language === "zh" ? chineseSentence(finding) : finding.sentence;
}

function chineseSentence({ metric, slice, change, margin, pairs, better, worse, verdict }: Finding): string {
  const name = slice === null ? metric : `${metric}（${slice}）`;
  if (change === null) return `${name}：没有用例在两次运行中都有得分，无法判断。`;
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
