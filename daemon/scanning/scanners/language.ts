import { eld } from 'eld/small';
import type { Finding, ScanContext, Scanner } from '../types.ts';

const NOISE =
  /https?:\/\/\S{1,500}|www\.\S{1,300}|\S{1,64}@\S{1,200}|[A-Za-z-]{2,30}:\s\S{0,80}@\S{0,80}|[\w.-]{1,60}\/[\w./-]{1,200}|\b\w{0,40}\d\w{0,40}\b|[_=*#|~^<>{}[\]\\-]{2,200}/g;
const SAMPLE = 3_000;
/** Fewer letters than this are not guessed. */
const MIN_LETTERS = 40;
const LETTER = /\p{L}/gu;
const COMMON_ENGLISH = new Set(
  'the of and to in is that it for you with on this be are was have not but as at by or from we your an if they my can all will so what about there do has would which more when out up one he his had were their been our no just like some how who get any me other them than then could i'.split(
    ' ',
  ),
);
const ENGLISH_SHARE = 0.18;
const LATIN_SHARE = 0.75;

export interface LanguageJudgment {
  /** ISO 639-1 code; null when the text is too short or mixed to tell. */
  readonly language: string | null;
  readonly english: boolean;
}

const UNDECIDED: LanguageJudgment = { language: null, english: true };

function shareOfEnglishWords(text: string): number {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return 0;
  return words.filter((word) => COMMON_ENGLISH.has(word)).length / words.length;
}

/** Tells the language of a text; English unless it is sure of another one. */
export function judgeLanguage(source: string): LanguageJudgment {
  const text = source
    .slice(0, 4 * SAMPLE)
    .replace(NOISE, ' ')
    .slice(0, SAMPLE);
  const letters = text.match(LETTER)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  if (letters < MIN_LETTERS && !(letters >= MIN_LETTERS / 3 && latin < letters / 4)) return UNDECIDED;
  if (shareOfEnglishWords(text) >= ENGLISH_SHARE && latin >= LATIN_SHARE * letters)
    return { language: 'en', english: true };
  const result = eld.detect(text);
  if (result.language === 'en') return { language: 'en', english: true };
  if (result.language === '') return { language: null, english: latin >= letters / 2 };
  const scores = result.getScores();
  const own = scores[result.language] ?? 0;
  const english = scores.en ?? 0;
  const sure = latin < letters / 2 || (result.isReliable() && own > english * 1.15);
  return sure ? { language: result.language, english: false } : UNDECIDED;
}

/** Holds mail in other languages where the mailbox is for English only. */
export const language: Scanner = {
  name: 'language',
  applies: ({ input, policy }) => input.direction === 'inbound' && policy.languageMode !== 'disabled',
  scan({ input, message, policy }: ScanContext): Finding[] {
    const own =
      message.newText.length >= MIN_LETTERS ? message.newText : `${input.subject}\n${message.newText}`;
    const judgment = judgeLanguage(own.length >= MIN_LETTERS ? own : `${input.subject}\n${input.text}`);
    if (judgment.english) return [];
    const held = policy.languageMode === 'english_only';
    return [
      {
        scanner: 'language',
        ruleId: judgment.language ?? 'unknown',
        severity: held ? 'low' : 'info',
        category: 'language_policy',
        decision: held ? 'quarantine' : 'allow',
        reason: `The message is not in English (${judgment.language ?? 'unknown language'}).`,
        spans: [],
      },
    ];
  },
};
