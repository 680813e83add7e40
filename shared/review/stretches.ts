import type { MessageFindings, PlacedFinding } from '../contract/findings.ts';
import type { MessageDetail } from '../contract/messages.ts';

/** A part of a text, in UTF-16 offsets, in which the scan found something. */
export interface FoundStretch {
  readonly start: number;
  readonly end: number;
  readonly reasons: readonly string[];
}

/** Findings with their positions; none when they aren't those of the message as it was read. */
export function placedFindings(
  detail: MessageDetail,
  found: MessageFindings | null,
): readonly PlacedFinding[] {
  const findings = found?.findings ?? [];
  return findings.length === detail.scan?.findings.length ? findings : [];
}

/** Whether a finding has a part in holding the message. */
export function holds({ decision }: Pick<PlacedFinding, 'decision'>): boolean {
  return decision !== 'allow';
}

/** Stretches of a text of this length, apart from each other and in order. */
export function stretchesIn(
  field: 'subject' | 'text',
  length: number,
  findings: readonly PlacedFinding[],
): FoundStretch[] {
  const found = findings
    .filter(holds)
    .flatMap(({ places, reason, category }) =>
      places
        .filter((place) => place.field === field && place.start < length)
        .map(({ start, end }) => ({ start, end: Math.min(end, length), reasons: [reason ?? category] })),
    );
  found.sort((one, other) => one.start - other.start);
  const apart: { start: number; end: number; reasons: string[] }[] = [];
  for (const each of found) {
    const last = apart.at(-1);
    if (last && each.start < last.end) {
      last.end = Math.max(last.end, each.end);
      last.reasons = [...new Set([...last.reasons, ...each.reasons])];
    } else apart.push(each);
  }
  return apart;
}
