import { tokenize } from "./tokenize.ts";

/** Words that carry grammar, or only ask: which of them a text holds says nothing of what it is about. */
const functionWords = new Set(
  `a an the this that these those of in on at by for from to into with without within about as is are was were be been being am
  do does did done have has had having will would shall should can could may might must and or but nor not no so if then than
  it its he him his she her hers they them their theirs we us our i me my you your yours who whom whose what which when where why
  how many much there here all any some each every more most other such only own same too very just also between during before
  after above below up down out off over under again once during because until while both few own s t yes
  的 了 在 是 我 有 和 就 不 人 都 一 一个 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 他 她 它 们 他们 我们 你们 与 及 或 而 但 被 把 从 对
  为 以 于 之 其 所 并 等 中 上 下 个 什么 哪 哪个 哪些 哪里 哪儿 哪一 哪年 谁 怎么 怎样 怎么样 如何 为什么 为何 何 何时 何地 几 多少 多久 多大 是否 吗 呢
  请 请问 有关 关于 时候 什么样 多长 是的 不是`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/**
 * The terms of a text that say what it is about: those of `tokenize` without function
 * words and words that only ask, in English and Chinese.
 */
export function contentTerms(text: string): readonly string[] {
  return tokenize(text).filter((term) => !functionWords.has(term));
}
