import { stemOf } from "./offline-units.ts";

/** Words that turn a statement round, by the units of a sentence. */
const negations = new Set(
  "not no never none neither nor without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't couldn't shouldn't hasn't haven't hadn't unable fail 不 没 未 无 非 否 莫 别".split(
    " ",
  ),
);
/** After or before these characters a negating character does not negate. */
const notNegating =
  /^(?:不(?:仅|但|过|断|同|久|少|得不|止|只|管|论|惜|料|禁)|未来|无(?:论|数|线|锡|比)|非(?:常|洲|凡)|没落|否则|别(?:墅|人|的|称|名)|莫(?:斯|扎|里))/u;

/** Pairs that say the opposite; both ways. */
const english =
  "increase decrease, rise fall, rise drop, grow shrink, more less, more fewer, most least, high low, higher lower, highest lowest, large small, larger smaller, largest smallest, big small, long short, longer shorter, early late, earlier later, before after, first last, open close, begin end, start end, start finish, win lose, won lost, pass fail, accept reject, allow forbid, allow prohibit, permit ban, include exclude, increase reduce, gain lose, gain loss, buy sell, north south, east west, northern southern, eastern western, left right, up down, above below, inside outside, male female, man woman, men women, boy girl, father mother, son daughter, brother sister, husband wife, king queen, true false, alive dead, born died, old young, older younger, old new, good bad, better worse, best worst, hot cold, warm cool, strong weak, positive negative, success failure, succeed fail, always never, all none, all some, everyone nobody, same different, public private, legal illegal, major minor, majority minority, maximum minimum, internal external, upper lower, import export, enter leave, arrive depart, remember forget, love hate, support oppose, agree disagree, approve reject, add remove, connect disconnect, with without, can cannot, able unable, likely unlikely, possible impossible, common rare, common uncommon, only also, present absent, ancient modern, domestic foreign, full empty, heavy light, wide narrow, deep shallow, rich poor, fast slow, hard easy, hard soft, victory defeat, attack defend, friend enemy, employer employee, teacher student, parent child";
const chinese =
  "增加 减少,上升 下降,上涨 下跌,提高 降低,增长 下降,扩大 缩小,最大 最小,最高 最低,最多 最少,最早 最晚,最长 最短,大 小,多 少,高 低,长 短,早 晚,前 后,上 下,左 右,东 西,南 北,内 外,男 女,父 母,开始 结束,开放 关闭,开 关,胜 负,胜 败,赢 输,成功 失败,允许 禁止,可以 不可以,支持 反对,同意 反对,接受 拒绝,进入 离开,买 卖,进口 出口,升 降,涨 跌,正 负,真 假,新 旧,老 少,强 弱,优 劣,好 坏,快 慢,冷 热,轻 重,深 浅,公 私,有 无,有 没,是 非,第一 最后,首 末,以上 以下,以前 以后,之前 之后,超过 不足,至少 至多,大于 小于,高于 低于,多于 少于,古 今,国内 国外,主要 次要,全部 部分,所有 部分,都 仅";

const opposites = new Map<string, Set<string>>();
for (const [pairs, fold] of [
  [english, stemOf],
  [chinese, (word: string) => word],
] as const) {
  for (const pair of pairs.split(/, ?/)) {
    const [a = "", b = ""] = pair.split(" ").map(fold);
    opposites.set(a, (opposites.get(a) ?? new Set()).add(b));
    opposites.set(b, (opposites.get(b) ?? new Set()).add(a));
  }
}

/** How often a stretch of units negates. */
export function negationsIn(units: readonly string[]): number {
  return units.filter((unit, i) => {
    if (!negations.has(unit) && !unit.endsWith("n't")) return false;
    if (/^(?:only|just|mere|necessari)$/.test(units[i + 1] ?? "")) return false;
    const around = units.slice(i, i + 3).join("");
    return !notNegating.test(around);
  }).length;
}

/** Whether one stretch has a word whose opposite is in the other, both without the rest they share. */
export function areOpposed(a: readonly string[], b: readonly string[]): boolean {
  const other = new Set([...b, ...hanWords(b)]);
  return [...a, ...hanWords(a)].some((word) =>
    [...(opposites.get(word) ?? [])].some((opposite) => other.has(opposite)),
  );
}

/** Pairs of neighbouring Han characters: units are single characters, opposites are words. */
function hanWords(units: readonly string[]): readonly string[] {
  return units.slice(1).map((unit, i) => `${units[i]}${unit}`);
}
