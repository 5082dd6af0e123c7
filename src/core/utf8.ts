/**
 * The text of bytes in UTF-8, without a byte order mark; null when they are none, since
 * a replacement character would reach a model or a report unseen.
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
