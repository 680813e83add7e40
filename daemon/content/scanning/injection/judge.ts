import type { TextMemo } from '../classifier/memo.ts';
import { type LinearModel, loadModel, type Measure } from '../classifier/model.ts';
import type { Segment } from '../normalize/segments.ts';

/** Neighbouring sentences that are judged together, at most. */
export const WINDOW = 3;

/**
 * Log-odds from which on a passage is held; chosen on attacks inside real mail
 * (docs/scanning-measurements.md).
 */
const THRESHOLD = 0.04;

/** Sentences for which the threshold holds as it is. */
const USUAL_SENTENCES = 10;
/**
 * Growth of the threshold for a text that is 2.7 times as long: the worst of many sentences is worse by
 * chance.
 */
const GROWTH = 0.3;
/**
 * The range in which it grows. Longer texts count as windows of that many sentences, so padding hides
 * nothing.
 */
const LEAST_SENTENCES = 8;
const MOST_SENTENCES = 60;

function thresholdFor(sentences: number): number {
  const many = Math.min(MOST_SENTENCES, Math.max(LEAST_SENTENCES, sentences));
  return THRESHOLD + GROWTH * Math.log(many / USUAL_SENTENCES);
}

const MIN_CHARACTERS = 18;
const SCRIPT_WITHOUT_SPACES = /[\u0900-\uffdc]/;
const LETTERS = /[\p{L}\p{M} ]/gu;

/** Whether a stretch holds enough language to be judged. */
export function isSubstantial(text: string): boolean {
  if (text.length < MIN_CHARACTERS && !SCRIPT_WITHOUT_SPACES.test(text)) return false;
  return (text.match(LETTERS)?.length ?? 0) >= text.length / 2;
}

const WORD = /\p{L}{2,}/gu;
/** Words of the shortest passage that is judged: fewer are names, titles and buttons. */
const LEAST_WORDS = 4;

/** Whether a stretch has enough words for an order; scripts without spaces have none to count. */
function hasWords(text: string): boolean {
  return SCRIPT_WITHOUT_SPACES.test(text) || (text.match(WORD)?.length ?? 0) >= LEAST_WORDS;
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

interface JudgedRange {
  readonly start: number;
  readonly end: number;
}

/** The passage that reads most like an order to a machine; offsets into the normalized text. */
export interface Judgment extends JudgedRange {
  /** Log-odds above the threshold; what is below zero isn't held. */
  readonly margin: number;
  /** The text has no other sentence. */
  readonly isWhole: boolean;
}

interface Measured {
  readonly measure: Measure;
  readonly segment: Segment;
}

let loaded: LinearModel | null = null;

/** The model of this folder, read once. */
export function trainedModel(): LinearModel {
  loaded ??= loadModel('injection.bin');
  return loaded;
}

function total(measures: readonly Measure[]): Measure {
  return measures.reduce((sum, next) => ({ sum: sum.sum + next.sum, count: sum.count + next.count }), {
    sum: 0,
    count: 0,
  });
}

/**
 * Judges a text by the trained classifier: the stretch of up to three sentences that reads most like an order
 * to a machine, whether it is one or not. Null when there is nothing to judge.
 */
export function judgeText(model: LinearModel, text: string, memo: TextMemo): Judgment | null {
  const sentences = memo.sentencesOf(text).filter((sentence) => isWorded(sentence.text));
  const threshold = thresholdFor(sentences.length);
  let best: Judgment | null = null;
  let passage: readonly Measured[] = [];
  const recent: Measured[] = [];
  for (const segment of sentences) {
    if (segment.apart) recent.length = 0;
    recent.unshift({ measure: model.measure(segment.text, memo), segment });
    recent.length = Math.min(recent.length, WINDOW);
    let sum = 0;
    let count = 0;
    for (const [index, part] of recent.entries()) {
      sum += part.measure.sum;
      count += part.measure.count;
      // A passage that begins amid a sentence lacks its sense, unless there is no room for the beginning.
      if (part.segment.continues && index + 1 < recent.length) continue;
      const margin = model.score({ sum, count }) - threshold;
      if (best && margin <= best.margin) continue;
      const parts = recent.slice(0, index + 1).reverse();
      const stretch = parts.map((one) => one.segment.text).join(' ');
      if (!isSubstantial(stretch) || !hasWords(stretch)) continue;
      best = { margin, start: part.segment.start, end: segment.end, isWhole: sentences.length === 1 };
      passage = parts;
    }
  }
  return best && { ...best, ...tellingPart(model, passage, threshold) };
}

/** The passage without sentences at its ends that look harmless alone, as long as the rest still tells. */
function tellingPart(model: LinearModel, passage: readonly Measured[], threshold: number): JudgedRange {
  const tells = (parts: readonly Measured[]) =>
    model.score(total(parts.map(({ measure }) => measure))) >= threshold;
  let parts = passage;
  for (let step = 1; step < passage.length; step++) {
    if (!tells(parts.slice(0, 1)) && tells(parts.slice(1))) parts = parts.slice(1);
    else if (!tells(parts.slice(-1)) && tells(parts.slice(0, -1))) parts = parts.slice(0, -1);
  }
  return { start: parts[0]?.segment.start ?? 0, end: parts.at(-1)?.segment.end ?? 0 };
}
