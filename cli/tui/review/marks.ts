import type { MessageFindings, PlacedFinding } from '../../../shared/contract/findings.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import { safeParts } from '../../../shared/hidden-text.ts';
import { holds, placedFindings, stretchesIn } from '../../../shared/review/stretches.ts';
import { safeLine } from '../../output/terminal/safe.ts';
import type { ScreenTone, TextLine, TextSpan } from './text.ts';

/** Marks on the parts of a message that scanners found. */

/** A marked part of a text, in UTF-16 offsets. */
export interface MarkedStretch {
  readonly start: number;
  readonly end: number;
  /** Number of the mark, in order of the lines. */
  readonly mark: number;
}

/** Lines per finding of content that the pane doesn't show. */
const MAX_EXCERPTS = 6;
const TAB = '    ';
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Marks of one message, numbered on request. */
export class Marks {
  readonly #findings: readonly PlacedFinding[];
  readonly #hasText: boolean;
  /** Reason of each mark. */
  readonly reasons: string[] = [];

  /** Ignores findings of another version of the message, and positions in another text. */
  constructor(detail: MessageDetail, found: MessageFindings | null) {
    this.#findings = placedFindings(detail, found);
    this.#hasText = found?.char_count === detail.body.char_count;
  }

  /** Marked parts of a shown text, merged and in order. */
  in(field: 'subject' | 'text', text: string): MarkedStretch[] {
    if (field === 'text' && !this.#hasText) return [];
    const apart = stretchesIn(field, text, this.#findings);
    return apart.map(({ start, end, reasons }) => ({ start, end, mark: this.#number(reasons) }));
  }

  /** Excerpts of findings that the pane doesn't show: in HTML, and in attachments. */
  excerpts(index: number): TextLine[] {
    const finding = this.#findings[index];
    if (!finding || !holds(finding)) return [];
    const places = finding.places.filter(({ field }) => field === 'html' || field === 'attachment');
    const lines = places.flatMap((place) => place.lines.map((line, index) => ({ place, line, index })));
    let mark = 0;
    return lines.slice(0, MAX_EXCERPTS).map(({ place, line, index: position }) => {
      if (position === 0) mark = this.#number([finding.reason ?? finding.category]);
      const where =
        place.field === 'html' ? 'HTML' : (finding.attachment_filename ?? `file ${place.attachment_index}`);
      return [
        { text: safeLine(`${where}, line ${line.number}: `), tone: 'quiet' },
        ...markedParts(line.text, { stretches: [{ start: line.start, end: line.end, mark }] }),
      ];
    });
  }

  #number(reasons: readonly string[]): number {
    this.reasons.push(reasons.join(' '));
    return this.reasons.length - 1;
  }
}

interface Marking {
  readonly stretches: readonly MarkedStretch[];
  /** Offset of the line in the text. */
  readonly start?: number;
  readonly tone?: ScreenTone | undefined;
}

/** A line of mail, safe for a terminal, with invisible characters and findings marked. */
export function markedParts(line: string, { stretches, start = 0, tone }: Marking): TextSpan[] {
  const end = start + line.length;
  const own = stretches.filter((stretch) => stretch.start < end && stretch.end > start);
  const pieces = safeParts(line);
  return pieces.flatMap((piece, index): TextSpan[] => {
    const pieceEnd = pieces[index + 1]?.start ?? line.length;
    if (piece.hidden !== undefined) {
      const mark = markAt(own, start + piece.start, start + pieceEnd);
      return [{ text: piece.text, tone: 'hidden', mark }];
    }
    if (own.length === 0) return [{ text: piece.text, tone }];
    return cut(line.slice(piece.start, pieceEnd), own, start + piece.start).map(({ text, mark }) => {
      return { text: text.replaceAll('\t', TAB), tone, mark };
    });
  });
}

function markAt(stretches: readonly MarkedStretch[], start: number, end: number): number | undefined {
  return stretches.find((stretch) => stretch.start < end && stretch.end > start)?.mark;
}

/** Splits a text at marks, between graphemes. */
function cut(
  text: string,
  stretches: readonly MarkedStretch[],
  start: number,
): { text: string; mark: number | undefined }[] {
  const parts: { text: string; mark: number | undefined }[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const mark = markAt(stretches, start + index, start + index + segment.length);
    const last = parts.at(-1);
    if (last && last.mark === mark) last.text += segment;
    else parts.push({ text: segment, mark });
  }
  return parts;
}
