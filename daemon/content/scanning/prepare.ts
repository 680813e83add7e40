import { inspectAttachment } from './attachments/inspect.ts';
import { TextMemo } from './classifier/memo.ts';
import { LONGEST_PART } from './limits.ts';
import { readHtml } from './normalize/html.ts';
import { readingOf, textOfReading, withoutMarkup } from './normalize/html-reading.ts';
import type { HtmlText } from './normalize/html-text.ts';
import { linksInText } from './normalize/links.ts';
import { newTextOf } from './normalize/quoting.ts';
import { normalizeText, textPart } from './normalize/text.ts';
import { differenceOf, hiddenOf } from './same-words.ts';
import { spanOf } from './scanners/rules.ts';
import type { FindingSpan, Link, PreparedHtml, PreparedMessage, ScanInput, TextPart } from './types.ts';

const MAX_LINKS = 20_000;
const MAX_NEW_TEXT = 200_000;

/** The message couldn't be prepared in full. */
export class IncompletePreparation extends Error {}

function assertBounded(input: ScanInput): void {
  const lengths = [input.text.length, input.html?.length ?? 0, input.subject.length];
  for (const attachment of input.attachments) lengths.push(attachment.text?.length ?? 0);
  for (const other of input.otherTexts ?? []) lengths.push(other.length);
  if (Math.max(...lengths) > LONGEST_PART)
    throw new IncompletePreparation("a text part exceeds the scanner's limit");
}

function htmlPart(source: string, html: HtmlText, hidden: boolean): TextPart {
  const { normal, offsets, evidence } = normalizeText(html.text);
  const composed = offsets ? offsets.map((offset) => html.offsets[offset] ?? source.length) : html.offsets;
  return { field: 'html', raw: source, normal, offsets: composed, hidden, evidence };
}

/** Scans attributes of all outgoing HTML, and of inbound HTML whose style sheet can display them. */
function showsAttributes({ direction, html }: ScanInput): boolean {
  return direction === 'outbound' || /\battr\(/i.test(html ?? '');
}

/** White space as single blanks: HTML and text that differ only in it say the same. */
function folded(text: string): string {
  return text.replace(/[ \t\r\n\f\u00a0]+/g, ' ').trim();
}

/** Punctuation counts: `_` and `:` can make a secret of a row of words. */
function saysTheSame(text: string, other: string): boolean {
  return Math.abs(text.length - other.length) < 2_000 + text.length / 2 && folded(text) === folded(other);
}

/** Longer hidden lines, and more of them, aren't titles and previews: they are judged without a search. */
const LONGEST_REPEATED = 300;
const MOST_REPEATED = 50;

/** Blanks the hidden lines that the mail shows too, as titles and previews do. */
function onlyHidden(hidden: HtmlText, shown: string): HtmlText {
  if (hidden.text.trim() === '') return hidden;
  const seen = folded(shown).toLowerCase();
  let looked = 0;
  const text = hidden.text.replace(/[^\n]+/g, (line) => {
    const said = folded(line).toLowerCase();
    if (said === '' || said.length > LONGEST_REPEATED || looked++ >= MOST_REPEATED) return line;
    return seen.includes(said) ? ' '.repeat(line.length) : line;
  });
  return { text, offsets: hidden.offsets };
}

/** A text that readers of the message don't get: its places are the beginning of the HTML. */
function otherPart(text: string): TextPart {
  const { normal, evidence } = normalizeText(text);
  return {
    field: 'html',
    raw: '',
    normal,
    offsets: new Uint32Array(normal.length + 1),
    hidden: false,
    evidence,
  };
}

/** Reads the message once for all scanners. */
export async function prepareMessage(input: ScanInput): Promise<PreparedMessage> {
  assertBounded(input);
  const parts: TextPart[] = [textPart('subject', input.subject), textPart('text', input.text)];
  const html = input.html === null ? null : readHtml(input.html, showsAttributes(input));
  if (html && input.html !== null) {
    if (!saysTheSame(html.visible.text, input.text)) parts.push(htmlPart(input.html, html.visible, false));
    const hidden = onlyHidden(html.hidden, `${input.subject}\n${html.visible.text}`);
    for (const unseen of [hidden, html.attributes])
      if (unseen.text.trim() !== '') parts.push(htmlPart(input.html, unseen, true));
  }
  parts.push(...(input.otherTexts ?? []).map(otherPart));
  const attachments = [];
  for (const [attachmentIndex, attachment] of input.attachments.entries()) {
    if (attachment.filename) parts.push(textPart('filename', attachment.filename, { attachmentIndex }));
    if (attachment.text) parts.push(textPart('attachment', attachment.text, { attachmentIndex }));
    attachments.push(await inspectAttachment(attachment));
  }
  return {
    parts,
    links: collectLinks(parts, html?.links ?? []),
    images: html?.images ?? [],
    newText: newTextOf((parts[1]?.normal ?? '').slice(0, MAX_NEW_TEXT)),
    attachments,
    html: input.html === null ? null : preparedHtml(input, input.html),
    memo: new TextMemo(),
  };
}

/**
 * Labels and whole addresses of mail that comes in are not scanned for instructions: its readers don't get
 * them.
 */
function preparedHtml({ text, direction, textIsHtml }: ScanInput, html: string): PreparedHtml {
  const whole = readingOf(html);
  const reading = direction === 'outbound' ? whole : withoutMarkup(whole);
  const difference = textIsHtml ? hiddenOf(reading) : differenceOf(text, reading);
  return { text: textOfReading(reading), difference };
}

function collectLinks(parts: readonly TextPart[], inHtml: readonly Link[]): Link[] {
  const links = [...inHtml];
  const known = new Set(inHtml.map(({ url }) => url));
  for (const part of parts) {
    if (part.field === 'filename') continue;
    if (part.field === 'html') {
      for (const { url, span } of linksInText(part.normal, part.field, MAX_LINKS - links.length))
        if (span && !known.has(url))
          links.push({ url, label: null, span: spanOf(part, span.start, span.end) });
      continue;
    }
    for (const link of linksInText(part.raw, part.field, MAX_LINKS - links.length)) {
      const index = part.attachmentIndex;
      const span: FindingSpan | null =
        link.span && index !== undefined ? { ...link.span, attachmentIndex: index } : link.span;
      links.push({ ...link, span });
    }
  }
  return links;
}
