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

/** Stretches of a text in whole words, apart from each other and in order. */
export function stretchesIn(
  field: 'subject' | 'text',
  text: string,
  findings: readonly PlacedFinding[],
): FoundStretch[] {
  const found = findings
    .filter(holds)
    .flatMap(({ places, reason, category }) =>
      places
        .filter((place) => place.field === field && place.start < text.length)
        .map((place) => ({ ...wholeWords(text, place), reasons: [reason ?? category] })),
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

/**
 * Characters of words, addresses and links. Scripts without spaces have no words to complete: a mark of
 * Chinese would grow to the whole sentence.
 */
const OF_WORDS =
  /[[\p{L}\p{M}\p{N}@._:\/?#\&=%+~\-]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]/v;
const PUNCTUATION = /[.:?]/;

/** Grows a stretch until it cuts no word, address or link. */
function wholeWords(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const cutsAt = (at: number) => {
    const [before = '', after = ''] = [
      [...text.slice(Math.max(0, at - 2), at)].at(-1),
      [...text.slice(at, at + 2)][0],
    ];
    const isInPair = /^\p{Cs}$/u.test(before) && /^\p{Cs}$/u.test(after);
    return isInPair || (OF_WORDS.test(before) && OF_WORDS.test(after));
  };
  let from = start;
  let to = Math.min(end, text.length);
  const found = to;
  while (cutsAt(from)) from -= 1;
  while (cutsAt(to)) to += 1;
  // The end of a sentence belongs to no address.
  while (to > found && PUNCTUATION.test(text[to - 1] ?? '')) to -= 1;
  return { start: from, end: to };
}
