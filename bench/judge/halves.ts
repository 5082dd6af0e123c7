/** FNV-1a, 32 bits, over UTF-8, with the bits of the end mixed into the low ones as MurmurHash3 does (fmix32). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Which half a document belongs to: by a hash of its name, so that no choice is anybody's. */
export function halfOf(group: string): "training" | "held out" {
  return hashOf(group) % 2 === 0 ? "training" : "held out";
}
