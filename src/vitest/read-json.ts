/**
 * The JSON of a reply: the whole reply, or what stands in its one code fence. Words around it
 * are refused, since a program that reads the reply would stumble over them.
 */
export function readJson(reply: string): { readonly value: unknown } | { readonly why: string } {
  const [, fenced] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/i.exec(reply) ?? [];
  try {
    return { value: JSON.parse(fenced ?? reply) as unknown };
  } catch (error) {
    return { why: `it is not JSON, whole or in one code fence: ${(error as Error).message}` };
  }
}
