import { Parser } from 'htmlparser2';
import { markdownFromHtml, textFromHtml } from '../mime/html-text.ts';
import { plainLine } from '../mime/markdown/plain-line.ts';
import type { ReplyPartKind } from './parts.ts';

/** A stretch of a text of which the HTML says what it is. */
export interface HtmlStretch {
  readonly kind: ReplyPartKind;
  readonly start: number;
  readonly end: number;
}

/** Text made from HTML, and what its elements say about it. */
export interface MarkedText {
  readonly text: string;
  readonly stretches: readonly HtmlStretch[];
  /** The text was made from HTML. */
  readonly isFromHtml: boolean;
  /** Makes plain text of a line; absent where it is. */
  readonly read?: (line: string) => string;
}

/** Private characters that stand for the ends of elements while the text is made. */
const MARKS: readonly (readonly [ReplyPartKind, string, string])[] = [
  ['quoted', '\u{f0001}', '\u{f0002}'],
  ['attribution', '\u{f0003}', '\u{f0004}'],
  ['signature', '\u{f0005}', '\u{f0006}'],
];
const ANY_MARK = /[\u{f0001}-\u{f0006}]/u;
const EVERY_MARK = /[\u{f0001}-\u{f0006}]/gu;

const KIND_OF_NAME: readonly (readonly [RegExp, ReplyPartKind])[] = [
  [/(?:^|\s)(?:x_)*(?:gmail_attr|moz-cite-prefix|isreplycontent-header)(?:\s|$)/i, 'attribution'],
  [
    /(?:^|\s)(?:x_)*(?:gmail_signature|moz-signature|applemailsignature|ms-outlook-mobile-signature|outlook-signature|protonmail_signature_block(?:-user|-proton)?|ymail_android_signature|yahoo-signature|zm_signature|signature|signature_button)(?:\s|$)/i,
    'signature',
  ],
  [
    /(?:^|\s)(?:x_)*(?:yahoo_quoted|ydp\w{0,20}yahoo_quoted|olk_src_body_section|mail-editor-reference-message-container|isreplycontent|cb_quote|gmail_quote_attribution|ms-outlook-mobile-reference-message|tutanota_quote|zmail_extra)(?:\s|$)/i,
    'quoted',
  ],
];

const QUOTE_CLASS = /(?:^|\s)(?:x_)*(?:gmail|protonmail|tutanota|spark)_quote(?:\s|$)/i;

/**
 * Marks elements by which mail programs tell quotes, attributions and signatures, and makes text of the HTML.
 */
export function markedTextFromHtml(html: string): MarkedText {
  return taken(textFromHtml(withMarks(unmarked(html))));
}

/** As `markedTextFromHtml`, as Markdown. */
export function markedMarkdownFromHtml(html: string): MarkedText {
  return { ...taken(markdownFromHtml(withMarks(unmarked(html)))), read: plainLine };
}

function unmarked(html: string): string {
  return ANY_MARK.test(html) ? html.replace(EVERY_MARK, '') : html;
}

interface Insertion {
  readonly at: number;
  readonly mark: string;
}

/** An element that is marked, while it is open. */
interface OpenElement {
  readonly start: string;
  readonly end: string;
  hasText: boolean;
}

/** Puts marks beside the first and the last word of an element, where they don't change the layout. */
function withMarks(html: string): string {
  const insertions: Insertion[] = [];
  const open: (OpenElement | null)[] = [];
  /** Elements that are marked and have had no text so far; the rest of the open ones had. */
  let waiting: OpenElement[] = [];
  let textEnd = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      const kind = kindOf(name, attributes);
      const [, start, end] = MARKS.find(([marked]) => marked === kind) ?? [];
      const element = start === undefined || end === undefined ? null : { start, end, hasText: false };
      open.push(element);
      if (element !== null) waiting.push(element);
    },
    ontext(data) {
      const words = data.trim();
      if (words === '') return;
      const at = parser.startIndex + data.indexOf(words[0] ?? '');
      for (const element of waiting) {
        insertions.push({ at, mark: element.start });
        element.hasText = true;
      }
      waiting = [];
      textEnd = parser.endIndex + 1 - (data.length - data.trimEnd().length);
    },
    onclosetag() {
      const element = open.pop() ?? null;
      if (element === null) return;
      if (element.hasText) insertions.push({ at: textEnd, mark: element.end });
      // Elements close from the inside, so it's the last one.
      else waiting.pop();
    },
  });
  parser.end(html);
  return inserted(html, insertions);
}

function inserted(html: string, insertions: readonly Insertion[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { at, mark } of insertions) {
    const next = Math.max(position, Math.min(at, html.length));
    pieces.push(html.slice(position, next), mark);
    position = next;
  }
  pieces.push(html.slice(position));
  return pieces.join('');
}

function kindOf(
  name: string,
  { class: classes = '', id = '', ...more }: Record<string, string>,
): ReplyPartKind | null {
  if (name === 'blockquote' && (more.type === 'cite' || QUOTE_CLASS.test(classes))) return 'quoted';
  if (name === 'div' && more.name === 'quote') return 'quoted';
  if (name !== 'div' && name !== 'span' && name !== 'table' && name !== 'blockquote') return null;
  const named = `${classes.slice(0, 200)} ${id.slice(0, 100)}`;
  return KIND_OF_NAME.find(([pattern]) => pattern.test(named))?.[1] ?? null;
}

/** Takes the marks out of a text and keeps where they were. */
function taken(text: string): MarkedText {
  const stretches: HtmlStretch[] = [];
  const open: { kind: ReplyPartKind; end: string; start: number }[] = [];
  let clean = '';
  let position = 0;
  for (const { 0: mark, index } of text.matchAll(EVERY_MARK)) {
    clean += text.slice(position, index);
    position = index + mark.length;
    const [kind, , end] = MARKS.find(([, start]) => start === mark) ?? [];
    if (kind !== undefined && end !== undefined) open.push({ kind, end, start: clean.length });
    else if (open.at(-1)?.end === mark) {
      const { kind: closed, start } = open.pop() ?? { kind: 'own' as const, start: clean.length };
      stretches.push({ kind: closed, start, end: clean.length });
    }
  }
  return { text: clean + text.slice(position), stretches, isFromHtml: true };
}
