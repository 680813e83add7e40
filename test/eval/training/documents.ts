import { createHash } from 'node:crypto';
import { segmentText } from '../../../daemon/content/scanning/normalize/segments.ts';
import { normalizeText } from '../../../daemon/content/scanning/normalize/text.ts';
import { partValues } from '../../../daemon/content/scanning/normalize/values.ts';

/** A text with its sentences, and which fold it belongs to. */
export interface Document {
  readonly source: string;
  readonly id: string;
  readonly text: string;
  readonly sentences: readonly string[];
  readonly fold: number;
}

export const FOLDS = 5;
const MAX_SENTENCES = 400;

export function foldOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32LE(0) % FOLDS;
}

export function document(source: string, id: string, text: string): Document {
  const { normal } = normalizeText(text);
  const sentences = segmentText(partValues(normal), MAX_SENTENCES).map((segment) => segment.text);
  return { source, id, text, sentences, fold: foldOf(id) };
}
