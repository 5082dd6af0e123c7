import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

// Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110, is 784111777 s after 1970.
const now = 784_111_777_000;

test.each([
  [{ "retry-after": "1" }, 1000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "120" }, 120_000],
  [{ "retry-after": "Sun, 06 Nov 1994 08:49:39 GMT" }, 2000],
  [{ "retry-after": "Sunday, 06-Nov-94 08:49:39 GMT" }, 2000],
  [{ "retry-after-ms": "150", "retry-after": "3" }, 150],
  [{ "retry-after-ms": "soon", "retry-after": "3" }, 3000],
  [{ "retry-after": "Sun, 06 Nov 1994 08:48:37 GMT" }, null],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "-5" }, null],
  [{ "retry-after": "0" }, null],
  [{ "retry-after": "" }, null],
  [{ "retry-after": "NaN" }, null],
  [{ "retry-after": "1e3" }, null],
  [{}, null],
])("a server that says %j asks for a wait of %j ms", (headers, wait) => {
  expect(retryAfterMs(headers as Record<string, string>, now)).toBe(wait);
});
