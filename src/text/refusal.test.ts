import { describe, expect, test } from "vitest";
import { isRefusal } from "./index.ts";

describe("a refusal is known by what it speaks of", () => {
  test.each([
    "None of the documents mention the chef.",
    "Not mentioned in the documents.",
    "The answer is not in the provided context.",
    "The retrieved documents say nothing about refunds.",
    "There isn't any information about this in the documents.",
    "Sorry, but the answer isn't available in the documents I was given.",
    "From the given excerpts it is impossible to tell who signed.",
    "Sorry, I don't have that information.",
    "Cannot answer based on the provided context.",
    "N/A",
    "根据已知信息无法回答该问题。",
    "该问题超出了知识库范围，无法作答。",
    "知识库中暂无该信息。",
    "文档对此没有说明。",
    "无法从上下文中推断出来。",
    "没有查到相关记录。",
    "文章里没提。",
    "未提及",
  ])("%s", (answer) => {
    expect(isRefusal(answer)).toBe(true);
  });
  test.each([
    "Personal information is not provided to third parties.",
    "Employees are not given access to information about salaries.",
    "Receipts that are not provided within 30 days will not be reimbursed.",
    "The given warranty does not cover water damage.",
    "The information sheet does not include prices for 2024.",
    "No details are needed for amounts under 50 yuan.",
    "No information may leave the building.",
    "If the source file is not found, the build stops with error E-12.",
    "Do not include passwords in these documents.",
    "员工不能提供虚假信息。",
    "申请人未提供材料的，不予受理。",
    "试用期员工没有相关资料的访问权限。",
    "密码遗忘后无法找到原有内容，只能重置。",
    "原材料中没有包含塑料。",
    "客服无法回答时应转给二线。",
    "未找到记录时系统返回404。",
    "不确定分类的费用记入其他。",
    "总理一职在宪法的成文部分中并未被提及。",
  ])("what a handbook says is no refusal: %s", (answer) => {
    expect(isRefusal(answer)).toBe(false);
  });
});
