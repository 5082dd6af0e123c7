/**
 * What one input of a prompt is, so that a template can be checked before a call.
 *
 * `text` and `number` may be printed · `flag` is for `{{#if}}` · `untrusted` is text
 * that somebody else wrote, and may be printed only through `{{delimit}}` ·
 * `{ each }` is a list · `{ fields }` is one object.
 */
export type Shape = Leaf | { readonly each: Fields | Leaf } | { readonly fields: Fields };

/** A value without parts. */
export type Leaf = "text" | "number" | "flag" | "untrusted";

/** Names and what stands under them. */
export type Fields = Readonly<Record<string, Shape>>;

/** A shape as the check walks it. */
export type Known =
  | { readonly kind: "leaf"; readonly leaf: Leaf }
  | { readonly kind: "fields"; readonly fields: Fields }
  | { readonly kind: "list"; readonly item: Known };

/** The form of a shape that can be stepped into. */
export function toKnown(shape: Shape): Known {
  if (typeof shape === "string") return { kind: "leaf", leaf: shape };
  if ("fields" in shape) return { kind: "fields", fields: shape.fields as Fields };
  const item = shape.each;
  return { kind: "list", item: typeof item === "string" ? toKnown(item as Leaf) : { kind: "fields", fields: item } };
}

/** What stands under one part of a path; undefined when nothing does. Inherited names, such as `constructor`, are nothing. */
export function step(known: Known, part: string): Known | undefined {
  if (known.kind === "fields") {
    const shape = Object.hasOwn(known.fields, part) ? known.fields[part] : undefined;
    return shape === undefined ? undefined : toKnown(shape);
  }
  if (known.kind === "list" && part === "length") return { kind: "leaf", leaf: "number" };
  return undefined;
}

/** The names that may follow, for a message. */
export function namesIn(known: Known): readonly string[] {
  return known.kind === "fields" ? Object.keys(known.fields) : [];
}
