import { cuss } from 'cuss';
import type { Finding, ScanContext, Scanner } from '../types.ts';
import { criterionEnabled } from './criteria.ts';
import { spanOf } from './rules.ts';

const SURE = 2;
/** Rated as sure by the list, yet everyday words or names in mail. */
const EVERYDAY = new Set(
  'assess assesses barf beaver beaners boonies crap crappy cummings dumb geez idiot idiots losers moron morons quickie slave slaves smut spit stupid suckers tang tinker welfare whiz yank yanks gyp hussy jigger knockers mick nip paddy queer redneck spade taff uptight welsher wtf bang dong flange ho hore pee pi pom russki skank'.split(
    ' ',
  ),
);
const profane = new Set(
  Object.entries(cuss)
    .filter(
      ([word, sureness]) =>
        sureness === SURE && !word.includes(' ') && word.length > 3 && !EVERYDAY.has(word),
    )
    .map(([word]) => word),
);
const WORD = /[a-z][a-z'*@$0-9-]{2,30}/g;
const MAX_WORDS = 200_000;
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

function isProfane(word: string): boolean {
  if (profane.has(word)) return true;
  const plain = word.replace(/[0134577@$]/g, (character) => LEET[character] ?? character);
  if (plain !== word && profane.has(plain)) return true;
  return plain.endsWith('s') && profane.has(plain.slice(0, -1));
}

/** Swear words in outbound mail: a warning. */
export const profanity: Scanner = {
  name: 'profanity',
  applies: (context) => context.input.direction === 'outbound' && criterionEnabled(context, 'profanity'),
  scan({ message }: ScanContext): Finding[] {
    const spans = message.parts.flatMap((part) => {
      const found = [];
      let words = 0;
      for (const match of part.normal.toLowerCase().matchAll(WORD)) {
        if (words++ > MAX_WORDS || found.length >= 20) break;
        if (isProfane(match[0])) found.push(spanOf(part, match.index, match.index + match[0].length));
      }
      return found;
    });
    if (spans.length === 0) return [];
    return [
      {
        scanner: 'profanity',
        ruleId: 'word-list',
        severity: 'low',
        category: 'harmful_content',
        subtype: 'profanity',
        decision: 'allow_with_warning',
        reason: 'The message contains profanity.',
        spans,
      },
    ];
  },
};
