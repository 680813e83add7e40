import { sourceSpan } from '../normalize/text.ts';
import type { FindingSpan, TextPart } from '../types.ts';

/** The place in the source of a match in normalised text. */
export function spanOf(part: TextPart, start: number, end: number): FindingSpan {
  const { attachmentIndex } = part;
  return {
    field: part.field,
    ...(attachmentIndex === undefined ? {} : { attachmentIndex }),
    ...sourceSpan(part, start, end),
  };
}

/** A named pattern; patterns are linear in practice: no nested quantifiers, all repetitions bounded. */
export interface Rule {
  readonly id: string;
  readonly pattern: RegExp;
}
