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
