const beginning = "answered instead by ";

/** What the record says of a reply that another model gave than the one that was to be asked. */
export function fallbackNote({ model, provider }: { readonly model: string; readonly provider: string }): string {
  return `${beginning}${model} at ${provider}`;
}

/** The model and its provider in such a note; null for any other note. */
export function fallbackIn(note: string): string | null {
  return note.startsWith(beginning) ? note.slice(beginning.length) : null;
}
