import { LINE_SYNTAX, MARK } from './marks.ts';

/** Links, what is left of links around links, and the ends of quotes. */
const LINK =
  /\u{f0019}([^\u{f0019}-\u{f001b}]*)\u{f001a}([^\u{f001b}]*)\u{f001b}|\u{f001a}[^\u{f001b}]*\u{f001b}|\u{f0019}|[\u{f0001}\u{f0002}]/gu;
const ANY_MARK = /[\u{f0001}-\u{f003f}]/gu;

/** A newsletter repeats targets of this length, with numbers for tracking, for picture, title and button. */
const LONG_TARGET = 60;

/**
 * Puts links into a form that lines can have: words of one line, or the target alone. A long target is given
 * with its first words only, once in each quote, since quotes are cut off. A link whose words are its target
 * is those words.
 */
export function linksGivenOnce(marked: string): string {
  let given = new Set<string>();
  return marked.replace(LINK, (all: string, text: string | undefined, target: string | undefined) => {
    if (text === undefined || target === undefined) {
      if (all !== MARK.linkStart && !all.startsWith(MARK.linkTarget)) {
        given = new Set();
        return all;
      }
      return '';
    }
    const words = text.replace(ANY_MARK, '').trim();
    if (saysTarget(words, target)) return text;
    const isKnown = target.length > LONG_TARGET && given.has(target);
    given.add(target);
    return isKnown ? text : linkOf(text, words, target);
  });
}

function linkOf(text: string, words: string, target: string): string {
  const alone = `<${target}>`;
  if (words === '') return text.replace(/\s*$/, (space) => `${alone}${space}`);
  if (text.trim().includes('\n\n') || LINE_SYNTAX.test(text)) return `${text}\n${alone}`;
  const line = text.replace(/\n[\u{f0015} ]*/gu, ' ');
  const inner = line.trim();
  const start = line.slice(0, line.length - line.trimStart().length);
  const end = line.slice(line.trimEnd().length);
  return `${start}${MARK.linkStart}${inner}${MARK.linkTarget}${target}${MARK.linkEnd}${end}`;
}

const SCHEME = /^(?:https?:\/\/|mailto:|tel:)/i;

function saysTarget(words: string, target: string): boolean {
  return words !== '' && (words === target || bare(words) === bare(target));
}

function bare(address: string): string {
  return address.replace(SCHEME, '').replace(/\/$/, '');
}
