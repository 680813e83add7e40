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

export interface RuleHit {
  readonly rule: Rule;
  readonly part: TextPart;
  readonly span: FindingSpan;
  readonly text: string;
}

/** The first match of each rule in each part. */
export function matchRules(parts: readonly TextPart[], rules: readonly Rule[]): RuleHit[] {
  const hits: RuleHit[] = [];
  for (const part of parts) {
    for (const rule of rules) {
      const match = rule.pattern.exec(part.normal);
      if (!match) continue;
      const span = spanOf(part, match.index, match.index + match[0].length);
      hits.push({ rule, part, span, text: match[0] });
    }
  }
  return hits;
}
