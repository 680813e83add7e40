/** Text of a message in which codes and links are searched. */
export interface Readable {
  readonly subject: string;
  readonly body: string;
}

/** Links, mail addresses, and international telephone numbers. */
const ADDRESS = /https?:\/\/\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]+|\+\d[\d ().-]{5,24}\d/gi;

/** Blanks out links, addresses and telephone numbers, so that their digits aren't codes; positions stay. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, (found) => ' '.repeat(found.length));
}

/** Soft hyphens and characters of no width, which mail puts between digits. */
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** One character to a line or to a table cell. */
const SINGLES = /^[ \t]*[A-Z0-9](?:(?: {1,3}|[ \t]*\n{1,2}[ \t]*)[A-Z0-9]){3,7}[ \t]*$/gm;
/** Two to four cells of a row with nothing else in it, perhaps with a hyphen between them. */
const CELLS =
  /^[ \t]*(?:\d{2}(?: {2,}(?:- {2,})?\d{2}){1,3}|[A-Z0-9]{3} {2,}(?:- {2,})?[A-Z0-9]{3}|[A-Z0-9]{4} {2,}(?:- {2,})?[A-Z0-9]{4})[ \t]*$/gm;

/** Joins codes that HTML splits into table cells or lines. */
export function joined(text: string): string {
  const gaps = /\s+/g;
  return text
    .replace(UNSEEN, '')
    .replace(SINGLES, (found) => (/\d/.test(found) ? found.replace(gaps, '') : found))
    .replace(CELLS, (found) => (/\d/.test(found) ? found.replace(gaps, '') : found));
}
