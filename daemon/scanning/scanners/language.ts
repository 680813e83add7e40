import { hashWord } from '../classifier/lexicon.ts';
import { wordGroups } from '../classifier/word-groups.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';

const NOISE =
  /https?:\/\/\S{1,500}|www\.\S{1,300}|(?<!\S)\S{1,64}@\S{1,200}|(?<![A-Za-z-])[A-Za-z-]{2,30}:\s\S{0,80}@\S{0,80}|(?<![\w.-])[\w.-]{1,60}\/[\w./-]{1,200}|\b\w{0,40}\d\w{0,40}\b|[_=*#|~^<>{}[\]\\-]{2,200}/g;
const SAMPLE = 3_000;
/** Characters cleaned at a time, to the end of a line: little more than the sample needs. */
const STRETCH = 1_000;
/** Fewer letters than this are not guessed. */
const MIN_LETTERS = 40;
const NOT_ASCII = /[^\0-\x7f]/;
const LETTERS = /\p{L}/gu;
const COMMON_ENGLISH = new Set(
  'the of and to is that it for you with this be are was have not but by or from we your if they my can all so what about there which more when out up had his were their been our just like some how who get any other them than then could would should has these those please thanks only also into'.split(
    ' ',
  ),
);
/** The text that stands where a text is still to come, and its source: no language that anybody writes. */
const PLACEHOLDER = new Set(
  'lorem ipsum dolor sit amet consectetur adipiscing adipisicing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum perspiciatis unde omnis iste natus error voluptatem accusantium doloremque laudantium totam rem aperiam eaque ipsa quae ab illo inventore veritatis quasi architecto beatae vitae dicta explicabo nemo ipsam quia voluptas aspernatur aut odit fugit consequuntur magni dolores eos ratione sequi nesciunt neque porro quisquam dolorem adipisci numquam eius modi tempora incidunt magnam aliquam quaerat'.split(
    ' ',
  ),
);
const PLACEHOLDER_SHARE = 0.6;
/** Fewer different words than this in Latin letters are no sample of a language. */
const MIN_WORDS = 3;
const ENGLISH_SHARE = 0.15;
const LATIN_SHARE = 0.75;
/**
 * From this many letters on, text with hardly any of the common English words is foreign, whatever its
 * letters say.
 */
const LONG_ENOUGH = 70;
const FOREIGN_SHARE = 0.04;
const UNLIKELY_SHARE = 0.1;

/** In doubt a text counts as English: what nobody can tell is not held. */
export interface LanguageJudgment {
  /** ISO 639-1 code; null when the text is too short or mixed to tell. */
  readonly language: string | null;
  readonly english: boolean;
}

const UNDECIDED: LanguageJudgment = { language: null, english: true };

function shareOf(known: ReadonlySet<string>, text: string): number {
  const words = wordsOf(text);
  if (words.length === 0) return 0;
  let count = 0;
  for (const word of words) if (known.has(word)) count++;
  return count / words.length;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/**
 * Whether a text in Latin letters has words of a language in it, and not just something to fill a page with.
 */
function saysSomething(text: string): boolean {
  return new Set(wordsOf(text)).size >= MIN_WORDS && shareOf(PLACEHOLDER, text) < PLACEHOLDER_SHARE;
}

/**
 * A line that programs write: it begins with a date, a time or a level, or has marks of settings and stacks
 * of calls.
 */
const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s{1,2}\d|\[?\d\d:\d\d|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|FATAL|CRIT(?:ICAL)?)\b|at [\w$.]+\()/;
/** Little words that hold sentences together, in languages written in Latin letters. */
const FUNCTION_WORDS = new Set(
  'und der die das nicht ist sie wir ein eine zu den mit auf für von im dem des le la les des et est une un pour dans que qui pas vous nous avec sur du de el los las una por con para que no se su es en y o a os as um uma com não do da dos ao em il lo gli che di per non è sono con del della een het van niet en ik is op voor te zijn och att det som på är inte en jag för ett at ikke jeg på og til af med ja on ei että se mutta ovat i w na nie się jest do z to že v na je se a si az és nem hogy egy bu ve bir için değil mi ki dan yang di untuk dengan và của là không có cho tôi că și nu în este pe la cu'.split(
    ' ',
  ),
);
const FEWEST_FUNCTION_WORDS = 2;
/** A longer text without any of them is in a language that isn't among them. */
const MOST_WITHOUT = 25;
/** Share of words that English has, from which a row of words is one of English ones. */
const LEAST_ENGLISH = 0.6;
const MOST_OF_LIST = 20;

/** Whether most words begin with a capital, as in lists of names and articles. */
function hasCapitals(words: readonly string[], text: string): boolean {
  return (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0) >= words.length / 2;
}

/**
 * Whether the text is written by a program, or is a list of names and things: no language can be told by it.
 */
function hasNoSentences(text: string, source: string): boolean {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 0 && lines.filter((line) => LOG_LINE.test(line)).length > lines.length / 2) return true;
  const words = wordsOf(text);
  const held = words.filter((word) => FUNCTION_WORDS.has(word) || COMMON_ENGLISH.has(word)).length;
  if (held >= FEWEST_FUNCTION_WORDS || words.length >= MOST_WITHOUT) return false;
  const english = words.filter((word) => wordGroups().fineOf(hashWord(word)) !== 0).length;
  return english >= LEAST_ENGLISH * words.length || (hasCapitals(words, text) && words.length < MOST_OF_LIST);
}

/** All letters, and those of the English alphabet. */
function countLetters(text: string): { letters: number; latin: number } {
  let latin = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index) | 32;
    if (code >= 97 && code <= 122) latin++;
  }
  return { letters: NOT_ASCII.test(text) ? (text.match(LETTERS)?.length ?? 0) : latin, latin };
}

/** The beginning of a text without addresses, numbers, names of files and lines. */
function sampleOf(source: string): string {
  let sample = '';
  for (let start = 0; start < 4 * SAMPLE && start < source.length && sample.length < SAMPLE; ) {
    const newline = source.indexOf('\n', start + STRETCH);
    const end = Math.min(newline < 0 ? source.length : newline, 4 * SAMPLE);
    sample += source.slice(start, end).replace(NOISE, ' ');
    start = end;
  }
  return sample.slice(0, SAMPLE);
}

// Most mail shows by its words that it is English: the figures of sixty languages are loaded for the first
// that does not.
let identifier: Promise<typeof import('eld/small')> | undefined;

/** Tells the language of a text; English unless it is sure of another one. */
export async function judgeLanguage(source: string): Promise<LanguageJudgment> {
  const text = sampleOf(source);
  const { letters, latin } = countLetters(text);
  if (letters < MIN_LETTERS && !(letters >= MIN_LETTERS / 3 && latin < letters / 4)) return UNDECIDED;
  if (shareOf(COMMON_ENGLISH, text) >= ENGLISH_SHARE && latin >= LATIN_SHARE * letters)
    return { language: 'en', english: true };
  if (latin >= LATIN_SHARE * letters && !saysSomething(text)) return UNDECIDED;
  if (latin >= LATIN_SHARE * letters && hasNoSentences(text, source.slice(0, SAMPLE))) return UNDECIDED;
  identifier ??= import('eld/small');
  const result = (await identifier).eld.detect(text);
  if (result.language === '') return { language: null, english: latin >= letters / 2 };
  const common = shareOf(COMMON_ENGLISH, text);
  if (result.language === 'en') {
    const foreign = letters >= LONG_ENOUGH && common < FOREIGN_SHARE && looksLikeProse(text);
    return foreign ? { language: null, english: false } : { language: 'en', english: true };
  }
  const scores = result.getScores();
  const own = scores[result.language] ?? 0;
  const english = scores.en ?? 0;
  const sure = latin < letters / 2 || (result.isReliable() && own > english * 1.15);
  const unlikeEnglish = letters >= LONG_ENOUGH && common < UNLIKELY_SHARE && looksLikeProse(text);
  return sure || unlikeEnglish ? { language: result.language, english: false } : UNDECIDED;
}

/** Running text, not a list of names or a piece of code: mostly small letters, in lines of several words. */
function looksLikeProse(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  if (new Set(words).size < 10) return false;
  const small = words.filter((word) => word === word.toLowerCase()).length;
  const marks = text.match(/[{}();=<>|@$%^&*+/\\[\]_]/g)?.length ?? 0;
  return small >= 0.7 * words.length && marks <= words.length / 10;
}

/** Holds mail in other languages where the mailbox is for English only. */
export const language: Scanner = {
  name: 'language',
  applies: ({ input, policy }) => input.direction === 'inbound' && policy.languageMode !== 'disabled',
  async scan({ input, message, policy }: ScanContext): Promise<Finding[]> {
    const own =
      message.newText.length >= MIN_LETTERS ? message.newText : `${input.subject}\n${message.newText}`;
    const judgment = await judgeLanguage(own.length >= MIN_LETTERS ? own : `${input.subject}\n${input.text}`);
    if (judgment.english) return [];
    const held = policy.languageMode === 'english_only';
    return [
      {
        scanner: 'language',
        ruleId: judgment.language ?? 'unknown',
        severity: held ? 'low' : 'info',
        category: 'language_policy',
        decision: held ? 'quarantine' : 'allow',
        reason: `The message isn't in English (${judgment.language ?? 'unknown language'}).`,
        spans: [],
      },
    ];
  },
};
