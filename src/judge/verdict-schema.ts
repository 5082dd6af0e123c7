/** The shape of a verdict, for providers that can be held to one. */
export function verdictSchema(dimensions: readonly string[]): Readonly<Record<string, unknown>> {
  const score = { type: "integer", enum: [0, 1, 2, 3, 4, 5] };
  return {
    type: "object",
    properties: { ...Object.fromEntries(dimensions.map((id) => [id, score])), reason: { type: "string" } },
    required: [...dimensions, "reason"],
    additionalProperties: false,
  };
}
