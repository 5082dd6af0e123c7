type Tree = { readonly [key: string]: unknown };

/** One source of settings, the farther ones first. */
export interface Layer {
  readonly value: Tree;
  /** Where the value at a path comes from: `default`, `touchstone.yaml:12`, `flag --judge`. */
  readonly originOf: (path: readonly string[]) => string;
}

/** Settings with every layer applied. */
export interface Layered {
  readonly value: Tree;
  /** Dotted path of each value that is not an object to its origin; lists count as one value. */
  readonly origins: ReadonlyMap<string, string>;
}

/**
 * Lays nearer settings over farther ones. Objects are merged key by key, lists and
 * single values replaced whole; an object of another `kind` replaces the one below,
 * since the settings of one kind mean nothing to another.
 */
export function applyLayers(layers: readonly Layer[]): Layered {
  const origins = new Map<string, string>();
  let value: Tree = {};
  for (const layer of layers) value = overlay(value, layer.value, { layer, path: [], origins });
  return { value, origins };
}

interface Place {
  readonly layer: Layer;
  readonly path: readonly string[];
  readonly origins: Map<string, string>;
}

function overlay(below: Tree, above: Tree, { layer, path, origins }: Place): Tree {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const place = { layer, path: [...path, key], origins };
    const under = below[key];
    if (isTree(value) && isTree(under) && isSameKind(under, value)) {
      merged[key] = overlay(under, value, place);
      continue;
    }
    forget(place);
    if (isTree(value)) merged[key] = overlay({}, value, place);
    else merged[key] = value;
    if (!isTree(value)) origins.set(place.path.join("."), layer.originOf(place.path));
  }
  return merged;
}

function isSameKind(under: Tree, value: Tree): boolean {
  return under["kind"] === undefined || value["kind"] === undefined || under["kind"] === value["kind"];
}

/** Drops the origins of what a nearer layer replaces. */
function forget({ path, origins }: Place): void {
  const name = path.join(".");
  for (const known of origins.keys()) {
    if (known === name || known.startsWith(`${name}.`)) origins.delete(known);
  }
}

function isTree(value: unknown): value is Tree {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
