/** What a message says, as far as codes and links are looked for in it. */
export interface Readable {
  readonly subject: string;
  readonly body: string;
}

const ADDRESS = /https?:\/\/\S+|[\w.+-]+@[\w.-]+/gi;

/** The text with links and addresses blanked out, so that digits in them are no codes; places stay the same. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, (found) => ' '.repeat(found.length));
}
