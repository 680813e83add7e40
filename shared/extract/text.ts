/** Text of a message in which codes and links are searched. */
export interface Readable {
  readonly subject: string;
  readonly body: string;
}

/** Links, mail addresses, and telephone numbers with their country; each is tried once where it begins. */
const ADDRESS = /https?:\/\/\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]+|\+\d[\d ().-]{5,24}\d/gi;

/**
 * The text with links, addresses and telephone numbers blanked out, so that digits in them are no codes;
 * places stay the same.
 */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, (found) => ' '.repeat(found.length));
}
