import { expect, test } from "vitest";
import { hideSecrets } from "./hide-secrets.ts";

test("a key is hidden in every text, however deep, and also percent-encoded", () => {
  const event = {
    answer: "you sent Bearer KEY/1234567",
    list: [{ message: "GET /p/KEY%2F1234567/ask", n: 5, none: null }],
  };
  expect(hideSecrets(event, ["KEY/1234567"])).toEqual({
    answer: "you sent Bearer ***",
    list: [{ message: "GET /p/***/ask", n: 5, none: null }],
  });
});

test("short values are no keys", () => {
  expect(hideSecrets("port 8080", ["8080"])).toBe("port 8080");
});

test("of two keys, one inside the other, nothing of the longer one is left", () => {
  expect(hideSecrets("secret-123-long", ["secret-123", "secret-123-long"])).toBe("***");
});
