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
/** Words of the Latin filler text that templates hold. No language that people write. */
const PLACEHOLDER = new Set(
  'lorem ipsum dolor sit amet consectetur adipiscing adipisicing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum perspiciatis unde omnis iste natus error voluptatem accusantium doloremque laudantium totam rem aperiam eaque ipsa quae ab illo inventore veritatis quasi architecto beatae vitae dicta explicabo nemo ipsam quia voluptas aspernatur aut odit fugit consequuntur magni dolores eos ratione sequi nesciunt neque porro quisquam dolorem adipisci numquam eius modi tempora incidunt magnam aliquam quaerat accumsan aenean aliquet ante aptent arcu at auctor augue bibendum blandit class condimentum congue conubia convallis cras cum curabitur curae cursus dapibus diam dictum dictumst dignissim dis donec efficitur egestas eget eleifend elementum erat eros etiam euismod facilisi facilisis fames faucibus felis fermentum feugiat finibus fringilla fusce gravida habitant habitasse hac hendrerit himenaeos iaculis imperdiet inceptos integer interdum justo lacinia lacus laoreet lectus leo libero ligula litora lobortis luctus maecenas malesuada massa mattis mauris maximus metus molestie montes morbi mus nam nascetur natoque nec netus nibh nisl nostra nullam nunc odio orci ornare parturient pellentesque penatibus per pharetra phasellus placerat platea porta porttitor posuere potenti praesent pretium primis proin pulvinar purus quam rhoncus ridiculus risus rutrum sagittis sapien scelerisque sem semper senectus sociis sociosqu sodales sollicitudin suscipit suspendisse taciti tellus tempus tincidunt torquent tortor tristique turpis ultrices ultricies urna ut varius vehicula vel venenatis vestibulum vivamus viverra volutpat vulputate'.split(
    ' ',
  ),
);
/** Different filler words of at least this many letters that only filler text has together. */
const LONG_FILLER = 5;
const FILLER_WORDS = 5;
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

/** The text without filler; empty if filler is most of it. */
function withoutFiller(text: string): string {
  const words = wordsOf(text);
  const filler = new Set(words.filter((word) => word.length >= LONG_FILLER && PLACEHOLDER.has(word)));
  if (filler.size < FILLER_WORDS) return text;
  if (words.filter((word) => PLACEHOLDER.has(word)).length > words.length / 2) return '';
  return text.replace(/\p{L}+/gu, (word) => (PLACEHOLDER.has(word.toLowerCase()) ? '' : word));
}

/** A line written by a program: it begins with a date, a time or a level, or is a frame of a stack trace. */
const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s{1,2}\d|\[?\d\d:\d\d|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|FATAL|CRIT(?:ICAL)?)\b|at [\w$.]+\()/;
/** Function words of languages written in Latin letters. */
const FUNCTION_WORDS = new Set(
  'und der die das nicht ist sie wir ein eine zu den mit auf für von im dem des le la les des et est une un pour dans que qui pas vous nous avec sur du de el los las una por con para que no se su es en y o a os as um uma com não do da dos ao em il lo gli che di per non è sono con del della een het van niet en ik is op voor te zijn och att det som på är inte en jag för ett at ikke jeg på og til af med ja on ei että se mutta ovat i w na nie się jest do z to že v na je se a si az és nem hogy egy bu ve bir için değil mi ki dan yang di untuk dengan và của là không có cho tôi că și nu în este pe la cu'.split(
    ' ',
  ),
);
const FEWEST_FUNCTION_WORDS = 2;
/** A longer text without any of them is in a language that isn't among them. */
const MOST_WITHOUT = 25;
/** From this share of English words on, a text without function words is English. */
const LEAST_ENGLISH = 0.6;
/** From this share of English words on, a text that the identifier takes for English is English. */
const PARTLY_ENGLISH = 0.45;
const MOST_OF_LIST = 20;
/** A full stop after a word, as in sentences and not in lists. */
const SENTENCE_END = /\p{Ll}{2}[.!?](?=\s|$)/u;
/** Words of a line of a list. */
const MOST_OF_ENTRY = 4;

/** Whether most words begin with a capital, as in lists of names and articles. */
function hasCapitals(words: readonly string[], text: string): boolean {
  return (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0) >= words.length / 2;
}

function englishShare(words: readonly string[]): number {
  return words.filter((word) => wordGroups().fineOf(hashWord(word)) !== 0).length / words.length;
}

function linesOf(source: string): string[] {
  return source.split('\n').filter((line) => line.trim() !== '');
}

/** Whether the lines are entries of a list: a few words each, and no sentence among them. */
function isList(source: string): boolean {
  const lines = linesOf(source);
  const short = lines.filter((line) => wordsOf(line).length <= MOST_OF_ENTRY).length;
  return lines.length > 2 && short >= 0.9 * lines.length && !SENTENCE_END.test(source);
}

/** Whether the text is a log, or a list of names or things: its words tell no language. */
function hasNoSentences(text: string, source: string): boolean {
  const lines = linesOf(source);
  if (lines.length > 0 && lines.filter((line) => LOG_LINE.test(line)).length > lines.length / 2) return true;
  const words = wordsOf(text);
  const held = words.filter((word) => FUNCTION_WORDS.has(word) || COMMON_ENGLISH.has(word)).length;
  if (held === 0 && isList(source)) return true;
  if (held >= FEWEST_FUNCTION_WORDS || words.length >= MOST_WITHOUT) return false;
  if (englishShare(words) >= LEAST_ENGLISH) return true;
  return held === 0 && words.length < MOST_OF_LIST && hasCapitals(words, text) && !SENTENCE_END.test(text);
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
  const text = withoutFiller(sampleOf(source));
  const { letters, latin } = countLetters(text);
  if (letters < MIN_LETTERS && !(letters >= MIN_LETTERS / 3 && latin < letters / 4)) return UNDECIDED;
  if (shareOf(COMMON_ENGLISH, text) >= ENGLISH_SHARE && latin >= LATIN_SHARE * letters)
    return { language: 'en', english: true };
  if (latin >= LATIN_SHARE * letters && new Set(wordsOf(text)).size < MIN_WORDS) return UNDECIDED;
  if (latin >= LATIN_SHARE * letters && hasNoSentences(text, source.slice(0, SAMPLE))) return UNDECIDED;
  identifier ??= import('eld/small');
  const result = (await identifier).eld.detect(text);
  if (result.language === '') return { language: null, english: latin >= letters / 2 };
  const common = shareOf(COMMON_ENGLISH, text);
  if (result.language === 'en') {
    const foreign =
      letters >= LONG_ENOUGH &&
      common < FOREIGN_SHARE &&
      looksLikeProse(text) &&
      englishShare(wordsOf(text)) < PARTLY_ENGLISH;
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
