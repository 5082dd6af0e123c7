/** Whether a text holds ASCII white space, which separates the columns of a TREC file. Other white space may be part of an id. */
export function hasBlank(text: string): boolean {
  return /[\t\n\v\f\r ]/.test(text);
}
