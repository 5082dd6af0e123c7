import { writeFileSync } from "node:fs";
import { configJsonSchema } from "./schema.ts";

/** Writes the JSON Schema of touchstone.yaml for editors: `npm run schema`. */
writeFileSync(
  new URL("../../touchstone.schema.json", import.meta.url),
  `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
);
