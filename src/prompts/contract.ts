import { type Problem, suggestName } from "../core/index.ts";
import type { Fields, Shape } from "./shape.ts";

/**
 * Whether the inputs that a prompt declares are those that it will be given: each must be
 * there, of the same kind, and what others wrote must be declared untrusted.
 */
export function checkContract(declared: Fields, given: Fields, at: string): readonly Problem[] {
  return compareFields(declared, given, { at, path: "" });
}

interface Where {
  readonly at: string;
  /** Of the names around, with a dot behind. */
  readonly path: string;
}

function compareFields(declared: Fields, given: Fields, { at, path }: Where): readonly Problem[] {
  return Object.entries(declared).flatMap(([name, shape]) => {
    const offered = Object.hasOwn(given, name) ? given[name] : undefined;
    if (offered !== undefined) return compareShapes(shape, offered, { at, path: `${path}${name}` });
    const what = `the prompt declares the input \`${path}${name}\`, which it will not be given`;
    return [{ code: "prompt-input-unknown", what, at, fix: suggestName(name, Object.keys(given)) }];
  });
}

function compareShapes(declared: Shape, given: Shape, where: Where): readonly Problem[] {
  if (typeof declared === "object" && typeof given === "object") {
    if ("fields" in declared && "fields" in given)
      return compareFields(declared.fields, given.fields, below(where.at, where.path));
    if ("each" in declared && "each" in given) return compareItems(declared.each, given.each, where);
    return [typeProblem(declared, given, where)];
  }
  return compareLeaves(declared, given, where);
}

function compareLeaves(declared: Shape, given: Shape, where: Where): readonly Problem[] {
  // To fence what is one's own does no harm.
  if (declared === given || (declared === "untrusted" && given === "text")) return [];
  if (declared === "text" && given === "untrusted") return [trustProblem(where)];
  return [typeProblem(declared, given, where)];
}

function trustProblem({ at, path }: Where): Problem {
  const what = `the input \`${path}\` is text that others wrote, and the prompt does not declare it untrusted`;
  return { code: "prompt-input-trust", what, at, fix: `add \`untrusted: true\` to \`${path}\`` };
}

function typeProblem(declared: Shape, given: Shape, { at, path }: Where): Problem {
  const what = `the prompt declares \`${path}\` as ${nameOf(declared)}, and it will be given ${nameOf(given)}`;
  return { code: "prompt-input-type", what, at, fix: `declare it as ${nameOf(given)}` };
}

function compareItems(declared: Fields | string, given: Fields | string, where: Where): readonly Problem[] {
  if (typeof declared === "object" && typeof given === "object")
    return compareFields(declared, given, below(where.at, where.path));
  if (typeof declared === "string" && typeof given === "string")
    return compareShapes(declared as Shape, given as Shape, where);
  const what = `the prompt declares \`${where.path}\` as a list of ${typeof declared === "object" ? "objects" : "texts"}, and it is given one of ${typeof given === "object" ? "objects" : "texts"}`;
  const fix = typeof given === "object" ? "declare what each has under `items`" : "leave out `items`";
  return [{ code: "prompt-input-type", what, at: where.at, fix }];
}

function below(at: string, path: string): Where {
  return { at, path: `${path}.` };
}

function nameOf(shape: Shape): string {
  if (typeof shape === "object") return "each" in shape ? "a list" : "an object";
  return { text: "text", untrusted: "untrusted text", number: "a number", flag: "a flag" }[shape];
}
