/**
 * A text in capital and small letters, as `lower` of SQL leaves them in a column: it changes ASCII only. Of a
 * parameter it would change what the locale of a PostgreSQL database says.
 */
export function spellings(text: string): string[] {
  const written = [text, text.toLowerCase(), text.toUpperCase()];
  return [...new Set(written.map((part) => part.replaceAll(/[A-Z]+/g, (ascii) => ascii.toLowerCase())))];
}
