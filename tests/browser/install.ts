// Before the tests: makes sure that there is a Chromium for those in this folder. Quick when there is one.
import { installChromium } from "./chromium.ts";

try {
  installChromium();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
