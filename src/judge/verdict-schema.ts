import type { Countable } from "./claims.ts";

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };
const verdict: Schema = { type: "string", enum: ["supported", "contradicted", "not_found"] };
const lists: Readonly<Record<Countable, Schema>> = {
  claims: listOf({ claim: text, verdict, context: { type: ["integer", "null"] }, quote: text }),
  points: listOf({ point: text, verdict, quote: text }),
};

/** The shape of a verdict, for providers that can be held to one. */
export function verdictSchema(dimensions: readonly string[], counted: readonly Countable[]): Schema {
  const score = { type: "integer", enum: [0, 1, 2, 3, 4, 5] };
  return objectOf({
    ...Object.fromEntries(counted.map((list) => [list, lists[list]])),
    ...Object.fromEntries(dimensions.map((id) => [id, score])),
    reason: text,
  });
}

function listOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "array", items: objectOf(properties) };
}

function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
