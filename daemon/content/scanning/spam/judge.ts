import { TextMemo } from '../classifier/memo.ts';
import { type LinearModel, loadModel } from '../classifier/model.ts';
import type { ScanInput } from '../types.ts';

/** Of a message, only the beginning is judged. */
export const SPAM_SENTENCES = 40;

/**
 * Log-odds from which on a message is called spam, and from which on it is held
 * (docs/scanning-measurements.md).
 */
export const SPAM_THRESHOLDS = { warn: 0.1, hold: 1.3 } as const;

let loaded: LinearModel | null = null;

export function spamModel(): LinearModel {
  loaded ??= loadModel('spam.bin');
  return loaded;
}

/** The sentences of subject and text by which a message is judged. */
export function spamSentences(subject: string, text: string, memo = new TextMemo()): string[] {
  return [subject, ...memo.sentencesOf(text, SPAM_SENTENCES).map((segment) => segment.text)];
}

/** Log-odds that a message is unsolicited bulk mail. */
export function spamScore(
  model: LinearModel,
  { subject, text }: Pick<ScanInput, 'subject' | 'text'>,
  memo: TextMemo,
): number {
  let sum = 0;
  let count = 0;
  for (const sentence of spamSentences(subject, text, memo)) {
    const measure = model.measure(sentence, memo);
    sum += measure.sum;
    count += measure.count;
  }
  return model.score({ sum, count });
}
