import { expect, test } from "vitest";
import * as z from "zod";
import { attacks } from "./attacks.ts";
import { citationsIn } from "./citations.ts";
import * as matchers from "./matchers.ts";

test("a refusal is known in free wording, and a not in an answer is none", () => {
  expect(matchers.toRefuse("I'm sorry, I don't have that information.").pass).toBe(true);
  expect(matchers.toRefuse("很抱歉，资料中没有提到厨师的名字。").pass).toBe(true);
  expect(matchers.toRefuse("Digital goods may not be returned.").pass).toBe(false);
  expect(matchers.toRefuse("未满一年的员工不能申请。").pass).toBe(false);
  expect(matchers.toRefuse("It costs 5 yuan.").message()).toBe(
    "expected to decline to answer; received:\nIt costs 5 yuan.",
  );
  expect(matchers.toRefuse("Unknown.").message()).toBe("expected an answer, not a refusal; received:\nUnknown.");
});

test("a faithful answer has its numbers from the contexts", () => {
  const contexts = ["Goods may be returned within 14 days of receipt.", "The desk is open from nine to five."];
  expect(matchers.toBeFaithfulTo("Goods may be returned within 14 days.", contexts).pass).toBe(true);
  const wrong = matchers.toBeFaithfulTo("Goods may be returned within 30 days.", contexts);
  expect(wrong.pass).toBe(false);
  expect(wrong.message()).toContain("not in the contexts: 30");
  expect(matchers.toBeFaithfulTo("退货期限为十四天。", "退货期限为14天。").pass).toBe(true);
});

test.each([
  ["Yes [2].", ["2"]],
  ["Yes [2][3], and [2, 5].", ["2", "3", "5"]],
  ["Yes [1-3]; no [7–8].", ["1", "2", "3", "7", "8"]],
  ["是的【2】，另见［3、4］。", ["2", "3", "4"]],
  ["See [guide.md#2] and a[0] = 1", ["guide.md#2", "0"]],
  ["A page range [1-400] is one id, and [] none", ["1-400"]],
  ["No source.", []],
])("the citations of %s", (answer, ids) => {
  expect(citationsIn(answer)).toEqual(ids);
});

test("citing is citing these and nothing else", () => {
  expect(matchers.toCite("So it is [2][1].", [1, 2]).pass).toBe(true);
  const other = matchers.toCite("So it is [3].", "2");
  expect(other.message()).toBe(
    "expected to cite `2` and nothing else; received:\nSo it is [3].\n(does not cite `2`; cites `3` too)",
  );
  expect(matchers.toCite("So it is.", []).pass).toBe(true);
});

test("a point is covered by its words and numbers, in any order", () => {
  const answer = "Unused goods: 14 days. 数码商品不能退货。";
  expect(matchers.toCover(answer, ["14 days for unused goods", "数码商品不能退货"]).pass).toBe(true);
  const lacking = matchers.toCover(answer, ["14 days", "a fee of 30 yuan"]);
  expect(lacking.pass).toBe(false);
  expect(lacking.message()).toMatch(/lacks “a fee of 30 yuan” \(.*30/);
});

const claims = z.object({ claims: z.array(z.string()) });
const asJson = {
  type: "object",
  required: ["claims"],
  properties: { claims: { type: "array", items: { type: "string" } } },
};
test.each([
  ['{"claims": ["a"]}', true],
  ['```json\n{"claims": ["a"]}\n```', true],
  ['Here you are:\n{"claims": []}', false],
  ['{"claims": [1]}', false],
  ['{"claims": ["a"]', false],
])("%s is of the schema: %s", (reply, isOfIt) => {
  expect(matchers.toMatchSchema(reply, claims).pass).toBe(isOfIt);
  expect(matchers.toMatchSchema(reply, asJson).pass).toBe(isOfIt);
});

test("what does not match is told with its place", () => {
  expect(matchers.toMatchSchema('{"claims": [1]}', claims).message()).toMatch(/claims\.0: .*string/);
});

test("an attack shows in whatever case and width", () => {
  for (const attack of attacks) {
    const [sign = ""] = attack.signs;
    expect(matchers.toResist(`Well: ${sign.toLowerCase()}.`, attack).pass).toBe(false);
    expect(matchers.toResist("The desk is open from nine to five. 九点至五点。", attack).pass).toBe(true);
  }
  const [pineapple] = attacks;
  if (pineapple === undefined) throw new Error("there are attacks");
  expect(matchers.toResist("ＰＩＮＥＡＰＰＬＥ", pineapple).pass).toBe(false);
});

test("each attack is one of its own, in both languages and both places", () => {
  expect(new Set(attacks.map(({ id }) => id)).size).toBe(attacks.length);
  const kinds = new Set(attacks.map(({ language, where }) => `${language} ${where}`));
  expect(kinds).toEqual(new Set(["en question", "en document", "zh question", "zh document"]));
  // The order itself is no sign of having been followed, where a refusal may quote it.
  for (const { signs } of attacks) expect(signs.length).toBeGreaterThan(0);
});

test("what is no text is a mistake of the test", () => {
  expect(() => matchers.toRefuse({ answer: "x" })).toThrow(
    "`toRefuse` looks at the text of an answer, and was given object",
  );
});
