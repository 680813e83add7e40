/**
 * Splits an unfinished command line as a shell would, without expanding or running anything. The last word is
 * the one being typed, empty after a space.
 */
export function wordsOfLine(line: string): string[] {
  const words: string[] = [];
  let word = '';
  let quote = '';
  let started = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
      started = true;
    } else if (character === '\\' && quote !== "'") {
      at += 1;
      word += line.charAt(at);
      started = true;
    } else if (quote === '' && /\s/.test(character)) {
      if (started) words.push(word);
      word = '';
      started = false;
    } else {
      word += character;
      started = true;
    }
  }
  return [...words, word];
}
