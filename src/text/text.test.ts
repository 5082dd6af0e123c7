import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  detectLanguage,
  findQuote,
  isRefusal,
  latinWordsOf,
  mergeIntervals,
  namesOf,
  normalizeText,
  numbersOf,
  piecesOfQuote,
  splitSentences,
  tokenize,
} from "./index.ts";

describe("texts are compared by what they say", () => {
  test.each([
    ["ＡＢＣ１２３", "abc123"],
    ["“Quoted”—twice", '"Quoted"-twice'],
    ["line\n  break", "line break"],
    ["**bold** and `code`", "bold and code"],
    ["报销上限为 每日\n200 元。", "报销上限为每日200元。"],
    ["使用 GPT-4o 模型", "使用GPT-4o模型"],
    ["caf\u0065\u0301", "café"],
    ["a\u00a0b\u200b", "a b"],
    ["，。「」", ',."「'],
  ])("%j = %j", (left, right) => {
    expect(normalizeText(left)).toBe(normalizeText(right));
  });

  test("different words stay different", () => {
    expect(normalizeText("200 yuan")).not.toBe(normalizeText("300 yuan"));
  });

  test("normalising twice changes nothing more", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      }),
    );
  });
});

describe("quotations", () => {
  test("the place is in the raw text, though marks, width and breaks differ", () => {
    const text = "Intro. The **daily\nallowance** is ２００ yuan. End.";
    const found = findQuote(text, "the daily allowance is 200 yuan");
    expect(found && text.slice(found.start, found.end)).toBe("The **daily\nallowance** is ２００ yuan");
  });
  test("offsets count UTF-16 code units, also behind an emoji", () => {
    expect(findQuote("😀 你好世界", "你好")).toEqual({ start: 3, end: 5 });
  });
  test("what is not there is not found", () => {
    expect(findQuote("abc", "abd")).toBeUndefined();
    expect(findQuote("abc", "")).toBeUndefined();
  });
  test("coverage: whole, cut by a border, none", () => {
    // "0123456789" is the quotation; the chunk ends with its first six, begins with its last four, holds none.
    expect(piecesOfQuote("xx 0123456789 yy", "0123456789")).toEqual([{ start: 0, end: 10 }]);
    expect(piecesOfQuote("xx 012345", "0123456789")).toEqual([{ start: 0, end: 6 }]);
    expect(piecesOfQuote("6789 yy", "0123456789")).toEqual([{ start: 6, end: 10 }]);
    expect(piecesOfQuote("3456", "0123456789")).toEqual([{ start: 3, end: 7 }]);
    expect(piecesOfQuote("xyz", "0123456789")).toEqual([]);
    expect(piecesOfQuote("", "0123456789")).toEqual([]);
  });
  test("a chunk with a heading of its own still holds the end of a quotation that its border cut", () => {
    // 58 characters, of which the chunk has all behind the 16 of "meals and hotels", after its own heading.
    const quote = "meals and hotels are paid up to 200 yuan a day, never more";
    expect(quote.length).toBe(58);
    expect(piecesOfQuote("travel > rules: are paid up to 200 yuan a day, never more. next.", quote)).toEqual([
      { start: 16, end: 58 },
    ]);
  });
  test("a page break inside a quotation leaves both its halves", () => {
    const [one, other] = ["the first half of a sentence that a page cut", "and the second half behind the page number"];
    expect(piecesOfQuote(`x ${one} - 17 - ${other} y`, `${one} ${other}`)).toEqual([
      { start: 0, end: `${one} ${other}`.length },
    ]);
  });
  test("in Chinese twelve characters are a run, eleven are not", () => {
    const quote = "员工出差期间的住宿费报销上限为每日二百元整";
    // 宿 is character 8 of the quotation, 元 is 19.
    expect(piecesOfQuote("第三章宿费报销上限为每日二百元。其他", quote)).toEqual([{ start: 8, end: 20 }]);
    expect(piecesOfQuote("第三章费报销上限为每日二百元。其他", quote)).toEqual([]);
  });
  test("the two halves of a text together cover any quotation from it", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{12,40}$/), fc.nat(), fc.nat(), (text, a, b) => {
        const cut = a % text.length;
        const quote = text.slice(b % (text.length - 6), (b % (text.length - 6)) + 6);
        const pieces = [text.slice(0, cut), text.slice(cut)].flatMap((half) => piecesOfQuote(half, quote));
        expect(mergeIntervals(pieces)).toEqual([{ start: 0, end: 6 }]);
      }),
    );
  });
});

describe("sentences", () => {
  const texts = (text: string): string[] => splitSentences(text).map((sentence) => sentence.text);
  test("English: abbreviations, decimals, initials and quotes stay inside", () => {
    expect(texts('Dr. Smith paid 3.14 dollars to J. Doe, e.g. twice. "Why?" he asked. It ended.')).toEqual([
      "Dr. Smith paid 3.14 dollars to J. Doe, e.g. twice.",
      '"Why?"',
      "he asked.",
      "It ended.",
    ]);
  });
  test("Chinese: full stops, questions and closing quotes", () => {
    expect(texts("他说：“可以。”然后走了！真的吗？是的；v2.0 已发布。")).toEqual([
      "他说：“可以。”",
      "然后走了！",
      "真的吗？",
      "是的；",
      "v2.0 已发布。",
    ]);
  });
  test("headings, items and paragraphs end sentences", () => {
    expect(texts("# Title\n\nOne\n- two\n- three\n")).toEqual(["# Title", "One", "- two", "- three"]);
  });
  test("every sentence stands where it says, and nothing but blanks is between them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        let position = 0;
        for (const sentence of splitSentences(text)) {
          expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
          expect(text.slice(position, sentence.start).trim()).toBe("");
          position = sentence.end;
        }
        expect(text.slice(position).trim()).toBe("");
      }),
    );
  });
});

describe("search terms", () => {
  test("codes, product numbers, decimals and names stay whole", () => {
    const terms = tokenize("Error E-1042 on ThinkPad X1 with GPT-4o, v2.0.1, ERR_CONN_RESET at 3.14%");
    for (const term of ["e-1042", "thinkpad", "x1", "gpt-4o", "v2.0.1", "err_conn_reset", "3.14"])
      expect(terms).toContain(term);
  });
  test("Chinese is cut into words, Latin inside it kept", () => {
    const terms = tokenize("报销上限为每日200元，请用iPhone15提交");
    for (const term of ["报销", "上限", "200", "iphone15", "提交"]) expect(terms).toContain(term);
  });
  test("full width and half width, singular and plural meet", () => {
    expect(tokenize("ＡＢＣ")).toEqual(tokenize("abc"));
    expect(tokenize("policies, boxes, cats, class, bus")).toEqual(["policy", "box", "cat", "class", "bus"]);
  });
  test("punctuation and emoji are no terms", () => {
    expect(tokenize("，。！？ ... 😀")).toEqual([]);
  });
});

test.each([
  ["The limit is 200 yuan.", "en"],
  ["请问 ThinkPad X1 的保修期是多久？", "zh"],
  ["What does 保修 mean in English?", "en"],
  ["12345", "en"],
] as const)("%s is %s", (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});

describe("refusals", () => {
  test.each([
    "I don't know.",
    "I don’t know based on the context.",
    "The documents do not contain an answer to this question.",
    "This cannot be answered from the given passages.",
    "Sorry, I couldn't find any information about that.",
    "There is not enough information to answer.",
    "我不知道。",
    "抱歉，根据提供的文档无法回答这个问题。",
    "文档中没有提到食堂厨师的姓名。",
    "未找到相关信息。",
    "抱歉，我無法根據提供的資料回答這個問題。",
    "根据所给资料，无法确定他的出生年份。",
    "目前并不清楚。",
    "The price is not specified.",
    "Unfortunately, the provided text doesn't mention who paid for it.",
    "I'm not sure.",
    "There is no mention of a refund.",
    "We were told about refunds. I am sorry, but the passages say nothing that is of use: I cannot answer.",
  ])("%s", (answer) => {
    expect(isRefusal(answer)).toBe(true);
  });
  test.each([
    "The daily allowance is 200 yuan.",
    "年假为十天。",
    "The museum opened in 1923. It has four floors. The founders are known. Its first director is not mentioned in the register. It is open daily.",
    "Anaerobic life is found in places that do not contain oxygen.",
    "The service is not available in rural areas.",
    "Pasteur was unable to find the germ that causes rabies.",
    "It was a small animal with no evidence of eyes.",
    "I'm not sure, but his books were translated into 42 languages.",
    "Yes, the first passage has it. No answer is in the other passages.",
    "科学家至今无法确定恐龙灭绝的原因。",
    "他不知道自己的生日。",
    "这个版本没有包含设计工具。",
    "是的，第一段有答案。其他段落没有提到。",
    "",
  ])("no refusal: %s", (answer) => {
    expect(isRefusal(answer)).toBe(false);
  });
});

describe("what can be plainly wrong in a text", () => {
  test("numbers meet in whatever way they are written", () => {
    expect(numbersOf("1,000 and 1000, ２００元, 05:30, 3.50, v2")).toEqual([
      "1000",
      "1000",
      "200",
      "5",
      "30",
      "3.5",
      "2",
    ]);
  });
  test.each([
    ["ten days, twenty-one nights, one of them free", ["10", "21"]],
    ["two hundred and five of five thousand three hundred", ["205", "5300"]],
    ["3.5 million, 3,500 thousand; millions of tenants", ["3500000", "3500000"]],
    ["a ten-year plan for nineteen", ["10", "19"]],
    ["十天年假，三十五人，第三届，两百零六元", ["10", "35", "3", "206"]],
    ["一千零一夜，三万五千，二亿零三万，十一月", ["1001", "35000", "200030000", "11"]],
    ["二〇二四年，5万元，1.5亿", ["2024", "50000", "150000000"]],
    ["一个统一的办法，万一十分困难，千万不要，三国", []],
  ])("numbers in words: %s", (text, numbers) => {
    expect(numbersOf(text)).toEqual(numbers);
  });
  test("English names: a capital inside a sentence, and codes; not the first word, no unit", () => {
    expect(
      namesOf("However, O'Brien met the Philippines' envoy in London’s VH1 studio, 5km from a 10-year-old gpt-4o."),
    ).toEqual(["o'brien", "philippines", "london", "vh1", "gpt-4o"]);
  });
  test("Chinese: Latin names wherever they stand, and no Han goes with them", () => {
    expect(namesOf("Nexon开发的游戏在NBA总决赛期间由AGG01公司（Sherb Noble）发布。")).toEqual([
      "nexon",
      "nba",
      "agg01",
      "sherb",
      "noble",
    ]);
  });
  test("the names of a text are among its words, and its compounds give their parts", () => {
    expect(latinWordsOf("A French-born E-1042")).toEqual(["a", "french-born", "french", "born", "e-1042", "e", "1042"]);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("A", "b", "é", "3", "-", "'", "’", " ", ".", "中", "，", "s") }),
        (text) => {
          const words = new Set(latinWordsOf(text));
          expect(namesOf(text).filter((name) => !words.has(name))).toEqual([]);
        },
      ),
    );
  });
});
