/**
 * Pattern for `like` of an entry in the JSON of a list of words; its escape character is the backslash. The
 * word has no characters that JSON writes in another way.
 */
export function entryPattern(word: string): string {
  return `%"${word.replaceAll('_', '\\_')}"%`;
}
