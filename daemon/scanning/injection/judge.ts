import type { TextMemo } from '../classifier/memo.ts';
import { type LinearModel, loadModel, type Measure } from '../classifier/model.ts';
import type { Segment } from '../normalize/segments.ts';

/** Neighbouring sentences that are judged together, at most. */
export const WINDOW = 3;
/** A text of at most this many sentences is judged as a whole: it is no mail with something hidden in it. */
export const LONE_SENTENCES = 1;
/** Up to this many sentences a text is judged as a whole as well as by its parts. */
const SHORT_SENTENCES = 30;
/** Of a whole text, only the beginning is looked at. */
export const WHOLE_SENTENCES = 12;

/** Log-odds from which on a text is held; chosen on cross-validated scores (docs/scanning.md). */
const THRESHOLDS = { lone: -1.3, short: -1.46, buried: -0.25, hidden: -0.8 } as const;

/** Sentences for which the threshold of passages holds as it is. */
const USUAL_SENTENCES = 10;
/** Growth per factor e of length: the worst of many sentences is worse by chance. */
const GROWTH = 0.5;
/** The range in which it grows, so that padding does not hide a passage. */
const LEAST_SENTENCES = 8;
const MOST_SENTENCES = 400;

function passageThreshold(sentences: number, hidden: boolean): number {
  const many = Math.min(MOST_SENTENCES, Math.max(LEAST_SENTENCES, sentences));
  return (hidden ? THRESHOLDS.hidden : THRESHOLDS.buried) + GROWTH * Math.log(many / USUAL_SENTENCES);
}

const MIN_CHARACTERS = 18;
const SCRIPT_WITHOUT_SPACES = /[\u0900-\uffdc]/;
const LETTERS = /[\p{L}\p{M} ]/gu;

/** Whether a stretch holds enough language to be judged. */
export function isSubstantial(text: string): boolean {
  if (text.length < MIN_CHARACTERS && !SCRIPT_WITHOUT_SPACES.test(text)) return false;
  return (text.match(LETTERS)?.length ?? 0) >= text.length / 2;
}

/** A token that no word is as long as; keys, checksums and encoded files consist of such. */
const LONG_TOKEN = /[^\s\u0900-\uffdc]{30,}/g;

/**
 * Whether a sentence is written in words: armour and checksums say nothing, but look like nothing that was
 * learned.
 */
function isWorded(text: string): boolean {
  let letters = 0;
  for (const [token] of text.matchAll(LONG_TOKEN)) letters += token.length;
  return letters <= text.length / 2;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A passage that a model takes for an attempt to give orders; offsets into the normalized text. */
export interface Judgment extends Place {
  readonly ruleId: 'classifier-whole' | 'classifier-passage';
  /** Log-odds above the threshold; what is below it is not held. */
  readonly margin: number;
}

interface Measured {
  readonly measure: Measure;
  readonly segment: Segment;
}

export interface InjectionModels {
  /** For texts that are a whole message. */
  readonly lone: LinearModel;
  /** For passages among other text. */
  readonly buried: LinearModel;
}

let loaded: InjectionModels | null = null;

/** The models of this folder, read once. */
export function trainedModels(): InjectionModels {
  loaded ??= { lone: loadModel('injection-lone.bin'), buried: loadModel('injection-buried.bin') };
  return loaded;
}

function total(measures: readonly Measure[]): Measure {
  return measures.reduce((sum, next) => ({ sum: sum.sum + next.sum, count: sum.count + next.count }), {
    sum: 0,
    count: 0,
  });
}

function judgeWhole(
  lone: LinearModel,
  sentences: readonly Segment[],
  hidden: boolean,
  memo: TextMemo,
): Judgment | null {
  const first = sentences[0];
  const last = sentences.at(-1);
  if (!first || !last || sentences.length > SHORT_SENTENCES) return null;
  const score = lone.score(
    total(sentences.slice(0, WHOLE_SENTENCES).map((sentence) => lone.measure(sentence.text, memo))),
  );
  const threshold = sentences.length <= LONE_SENTENCES && !hidden ? THRESHOLDS.lone : THRESHOLDS.short;
  return { ruleId: 'classifier-whole', margin: score - threshold, start: first.start, end: last.end };
}

/**
 * The stretch of up to three sentences that reads most like an instruction to a machine, whether it is one or
 * not.
 */
function worstPassage(
  buried: LinearModel,
  sentences: readonly Segment[],
  hidden: boolean,
  memo: TextMemo,
): Judgment | null {
  const threshold = passageThreshold(sentences.length, hidden);
  let best: Judgment | null = null;
  let passage: readonly Measured[] = [];
  const recent: Measured[] = [];
  for (const segment of sentences) {
    recent.unshift({ measure: buried.measure(segment.text, memo), segment });
    recent.length = Math.min(recent.length, WINDOW);
    let sum = 0;
    let count = 0;
    for (const [index, part] of recent.entries()) {
      sum += part.measure.sum;
      count += part.measure.count;
      const margin = buried.score({ sum, count }) - threshold;
      if (best && margin <= best.margin) continue;
      const parts = recent.slice(0, index + 1).reverse();
      if (!isSubstantial(parts.map((one) => one.segment.text).join(''))) continue;
      best = { ruleId: 'classifier-passage', margin, start: part.segment.start, end: segment.end };
      passage = parts;
    }
  }
  return best && { ...best, ...tellingPart(buried, passage, threshold) };
}

/** The passage without sentences at its ends that look harmless alone, as long as the rest still tells. */
function tellingPart(buried: LinearModel, passage: readonly Measured[], threshold: number): Place {
  const tells = (parts: readonly Measured[]) =>
    buried.score(total(parts.map(({ measure }) => measure))) >= threshold;
  let parts = passage;
  for (let step = 1; step < passage.length; step++) {
    if (!tells(parts.slice(0, 1)) && tells(parts.slice(1))) parts = parts.slice(1);
    else if (!tells(parts.slice(-1)) && tells(parts.slice(0, -1))) parts = parts.slice(0, -1);
  }
  return { start: parts[0]?.segment.start ?? 0, end: parts.at(-1)?.segment.end ?? 0 };
}

/**
 * Judges a text by the trained classifiers: what reads most like orders to a machine in it. Below a margin of
 * zero it reads like ordinary mail. Null when there is nothing to judge.
 */
export function judgeText(
  { lone, buried }: InjectionModels,
  text: string,
  memo: TextMemo,
  hidden = false,
): Judgment | null {
  const sentences = memo.sentencesOf(text).filter((sentence) => isWorded(sentence.text));
  const whole = judgeWhole(lone, sentences, hidden, memo);
  if (sentences.length <= LONE_SENTENCES && !hidden) return whole;
  const passage = worstPassage(buried, sentences, hidden, memo);
  if (!whole || !passage) return whole ?? passage;
  // People are shown the sentences that give a text away, not all of it.
  if (whole.margin >= 0) return { ...whole, start: passage.start, end: passage.end };
  return passage.margin > whole.margin ? passage : whole;
}

/** Judges a line that accompanies a text, such as a subject. */
export function judgeLine({ buried }: InjectionModels, text: string, memo: TextMemo): Judgment | null {
  return worstPassage(buried, memo.sentencesOf(text), false, memo);
}
