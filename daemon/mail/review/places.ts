import type { ScanFinding } from '../../../shared/contract/scan.ts';
import type { MarkedPlace } from '../../../shared/contract/scan-file.ts';
import type { LocatedFinding } from '../../content/analysis/locate.ts';
import { LineMarker, withoutValues } from '../../content/scanning/file/marks.ts';
import type { FindingSpan } from '../../content/scanning/types.ts';
import type { Shown } from '../../content/stored-text/redaction.ts';

/** The texts of a message as a reader may have them; null or absent are those that are not for readers. */
export interface ReadableTexts {
  readonly subject: string;
  readonly text: Shown | null;
  readonly html: string | null;
  /** Of attachments, by their index. */
  readonly attachments: ReadonlyMap<number, string>;
}

/**
 * Places of one finding, at most; links that are listed have none of their own and are looked for by their
 * address.
 */
const MAX_PLACES = 100;
const SHORTEST_ADDRESS = 4;

/**
 * For each finding of a message the places that a later look through its texts found, in the texts of
 * readers.
 */
export class Places {
  readonly #texts: ReadableTexts;
  readonly #located: readonly LocatedFinding[];
  readonly #markers = new Map<string, LineMarker>();

  constructor(texts: ReadableTexts, located: readonly LocatedFinding[]) {
    this.#texts = texts;
    this.#located = located.map((finding) => {
      return { ...finding, spans: finding.spans.flatMap((span) => shownSpan(span, texts)) };
    });
  }

  of(finding: ScanFinding): MarkedPlace[] {
    const own = this.#located.filter((each) => isSame(each, finding)).flatMap(({ spans }) => spans);
    const spans = own.filter(({ attachmentIndex }) => attachmentIndex === finding.attachment_index);
    return narrowest(distinct(spans.length > 0 ? spans : addressesIn(finding, this.#texts)))
      .slice(0, MAX_PLACES)
      .map((span) => this.#place(span));
  }

  #place(span: FindingSpan): MarkedPlace {
    const { field, attachmentIndex, start, end } = span;
    return {
      field,
      ...(attachmentIndex !== undefined && { attachment_index: attachmentIndex }),
      start,
      end,
      lines: this.#markerOf(span).lines(span),
    };
  }

  #markerOf({ field, attachmentIndex }: FindingSpan): LineMarker {
    const key = `${field} ${attachmentIndex ?? ''}`;
    const known = this.#markers.get(key);
    if (known) return known;
    const values = this.#located
      .filter(({ category, piiType }) => category === 'secret_detected' || piiType !== undefined)
      .flatMap(({ spans }) => spans)
      .filter((span) => span.field === field && span.attachmentIndex === attachmentIndex);
    const marker = new LineMarker(withoutValues(textOf(this.#texts, field, attachmentIndex) ?? '', values));
    this.#markers.set(key, marker);
    return marker;
  }
}

/** A finding about the text of an attachment was made by a look at that text alone. */
function isSame(
  { category, subtype, piiType, reason }: LocatedFinding,
  { subtype: ownSubtype, pii_type: ownType, ...finding }: ScanFinding,
): boolean {
  return (
    category === finding.category &&
    subtype === ownSubtype &&
    piiType === ownType &&
    reason === finding.reason
  );
}

function distinct(spans: readonly FindingSpan[]): FindingSpan[] {
  return [...new Map(spans.map((span) => [JSON.stringify(span), span])).values()];
}

/** A rule saw words where a model saw the passage around them: the words say more. */
function narrowest(spans: readonly FindingSpan[]): FindingSpan[] {
  return spans.filter((span) => !spans.some((other) => other !== span && holds(span, other)));
}

function holds(outer: FindingSpan, inner: FindingSpan): boolean {
  return (
    outer.field === inner.field &&
    outer.attachmentIndex === inner.attachmentIndex &&
    outer.start <= inner.start &&
    inner.end <= outer.end
  );
}

function textOf(texts: ReadableTexts, field: FindingSpan['field'], index: number | undefined): string | null {
  if (field === 'attachment') return texts.attachments.get(index ?? -1) ?? null;
  // Names stand in the list of attachments, which has no marks.
  if (field === 'filename') return null;
  return field === 'text' ? (texts.text?.text ?? null) : texts[field];
}

/** A place where readers have it; none where they have no such text. */
function shownSpan(span: FindingSpan, texts: ReadableTexts): FindingSpan[] {
  const text = textOf(texts, span.field, span.attachmentIndex);
  if (text === null) return [];
  const { replacements = [] } = (span.field === 'text' && texts.text) || {};
  const start = movedStart(span.start, replacements);
  const end = Math.min(movedEnd(span.end, replacements), text.length);
  return start < end ? [{ ...span, start, end }] : [];
}

type Replacements = Shown['replacements'];

/** A boundary within replaced text moves to the boundary of its replacement. */
function movedStart(offset: number, replacements: Replacements): number {
  const last = replacements.findLast(({ start }) => start <= offset);
  if (!last) return offset;
  return offset < last.end ? last.from : offset + last.to - last.end;
}

function movedEnd(offset: number, replacements: Replacements): number {
  const last = replacements.findLast(({ start }) => start < offset);
  if (!last) return offset;
  return offset <= last.end ? last.to : offset + last.to - last.end;
}

/** Where the links stand that a finding names. */
function addressesIn({ warning, attachment_index }: ScanFinding, texts: ReadableTexts): FindingSpan[] {
  if (attachment_index !== undefined) return [];
  const addresses = (warning?.affected_urls ?? []).filter((address) => address.length >= SHORTEST_ADDRESS);
  return (['subject', 'text', 'html'] as const).flatMap((field) => {
    const text = textOf(texts, field, undefined) ?? '';
    return addresses.flatMap((address) =>
      occurrences(text, address).map((start) => ({ field, start, end: start + address.length })),
    );
  });
}

function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && found.length < MAX_PLACES; ) {
    found.push(at);
    at = text.indexOf(wanted, at + wanted.length);
  }
  return found;
}
