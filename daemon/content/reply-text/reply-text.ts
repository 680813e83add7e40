import { announcesAnswers } from './announced.ts';
import { findCertainAttribution, markAttributions } from './attributions.ts';
import { markFooters } from './footers.ts';
import { separatorOf } from './header-words.ts';
import { findHistory } from './headers.ts';
import { type MarkedText, markedMarkdownFromHtml, markedTextFromHtml } from './html-marks.ts';
import { showAnswered } from './interleaved.ts';
import { linesOf, type MailLine, type ReplyPart, type ReplyText, setKind } from './parts.ts';
import { markSignatures } from './signatures.ts';

export type { ReplyPart, ReplyPartKind, ReplyText } from './parts.ts';

/** A body in its forms; null where it has none. */
export interface MessageBody {
  readonly text: string | null;
  readonly html: string | null;
}

/**
 * Tells the words that a message adds from the history below and between them, signatures and legal notices.
 * Answers between quoted lines stay with them. What isn't certain counts as own words, and a message without
 * any, such as a forward, keeps all of its text. Takes time in proportion to the length.
 */
export function replyText({ text, html }: MessageBody): ReplyText {
  return divided(sourceOf(text, html));
}

/** As `replyText`, of HTML as Markdown. */
export function replyMarkdown(html: string): ReplyText {
  return divided(markedMarkdownFromHtml(html));
}

function divided(marked: MarkedText): ReplyText {
  const source = marked.text;
  const lines = linesOf(source, marked.read);
  markQuotes(lines);
  if (marked.isFromHtml) markByHtml(lines, marked);
  markAttributions(lines);
  if (marked.isFromHtml) keepIndented(lines, marked);
  markHistory(lines);
  markEnds(lines);
  showAnswered(lines);
  const own = shownText(lines, source);
  const hasOwnWords = own !== '' && lines.some(({ kind, isBlank }) => kind === 'own' && !isBlank);
  if (!hasOwnWords) for (const line of lines) line.isShown = true;
  return { text: hasOwnWords ? own : source.trim(), hasOwnWords, source, parts: partsOf(lines) };
}

function sourceOf(text: string | null, html: string | null): MarkedText {
  if (text !== null && text.trim() !== '') return { text, stretches: [], isFromHtml: false };
  return html === null ? { text: text ?? '', stretches: [], isFromHtml: false } : markedTextFromHtml(html);
}

const QUOTED = /^ ?[>＞]/;
const CODE_FENCE = /^\s{0,3}(?:```|~~~)/;

/** A prompt in code begins with a quote mark too. */
function markQuotes(lines: MailLine[]): void {
  let isCode = false;
  const last = lines.findLastIndex(({ text }) => CODE_FENCE.test(text));
  for (const [index, line] of lines.entries()) {
    if (CODE_FENCE.test(line.text)) isCode = !isCode && index < last;
    else if (!isCode && QUOTED.test(line.text)) line.kind = 'quoted';
  }
}

function markByHtml(lines: MailLine[], { stretches }: MarkedText): void {
  if (stretches.length === 0) return;
  const sorted = [...stretches].sort((one, other) => one.start - other.start);
  let next = 0;
  const open: (typeof sorted)[number][] = [];
  for (const line of lines) {
    for (
      let stretch = sorted[next];
      stretch !== undefined && stretch.start < line.end;
      stretch = sorted[++next]
    ) {
      open.push(stretch);
    }
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= line.start) open.pop();
    const inner = open.at(-1);
    if (inner !== undefined && inner.end > line.start && line.kind === 'own' && !line.isBlank)
      line.kind = inner.kind;
  }
}

/** Passages that are indented in HTML get quote marks as well; only what a program quoted is a quote. */
function keepIndented(lines: MailLine[], { stretches }: MarkedText): void {
  const quotes = stretches
    .filter(({ kind }) => kind === 'quoted')
    .sort((one, other) => one.start - other.start);
  let next = 0;
  let reach = 0;
  let isQuote = false;
  for (const [index, line] of lines.entries()) {
    for (let quote = quotes[next]; quote !== undefined && quote.start < line.end; quote = quotes[++next]) {
      reach = Math.max(reach, quote.end);
    }
    if (line.isBlank) continue;
    if (line.kind !== 'quoted') isQuote = line.kind === 'attribution';
    else if (line.start < reach) isQuote = true;
    else if (!isQuote && lines[index - 1]?.kind !== 'attribution') line.kind = 'own';
  }
}

/** A header, or an attribution whose quote isn't marked: the earlier message goes on to the end. */
function markHistory(lines: MailLine[]): void {
  markForwardLines(lines);
  const history = findHistory(lines);
  const attribution = findCertainAttribution(lines.slice(0, history?.start));
  const start = attribution?.start ?? history?.start;
  if (start === undefined || announcesAnswers(lines.slice(0, start))) return;
  const isForward = attribution === null && history?.isForward === true;
  const textStart = attribution?.end ?? history?.textStart ?? start;
  // Below marked lines there may be answers.
  const isMarked = lines.slice(textStart).find(({ isBlank }) => !isBlank)?.kind === 'quoted';
  if (isForward || !isMarked) setKind(lines, isForward ? 'forwarded' : 'quoted', start);
  if (!isForward) setKind(lines, 'attribution', start, textStart);
}

/** A line above quoted lines that says that they were passed on. */
function markForwardLines(lines: MailLine[]): void {
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'own' || line.isBlank || separatorOf(line.text) !== 'forward') continue;
    let end = index + 1;
    while (lines[end]?.isBlank) end++;
    if (lines[end]?.kind !== 'quoted') continue;
    while (lines[end]?.kind === 'quoted' || lines[end]?.isBlank) end++;
    setKind(lines, 'forwarded', index, end);
  }
}

/** Signatures and notices end each stretch of the writer's words. */
function markEnds(lines: MailLine[]): void {
  let start = 0;
  for (let index = 0; index <= lines.length; index++) {
    const line = lines[index];
    if (line?.kind === 'own') continue;
    if (index > start) {
      markFooters(lines, start, index);
      markSignatures(lines, start, index);
      markFooters(lines, start, index);
    }
    start = index + 1;
  }
}

function shownText(lines: readonly MailLine[], source: string): string {
  let text = '';
  let isGap = false;
  for (const line of lines) {
    if (!line.isShown) isGap = true;
    else {
      if (isGap && text !== '' && !/\n[^\S\n]*\n$/.test(text)) text += '\n';
      if (!(line.isBlank && (isGap || text === ''))) text += source.slice(line.start, line.end);
      isGap = isGap && line.isBlank;
    }
  }
  return text.replace(/[^\S\n]+$/gm, '').trim();
}

function partsOf(lines: readonly MailLine[]): ReplyPart[] {
  const parts: (Omit<ReplyPart, 'end'> & { end: number })[] = [];
  for (const { kind, start, end, isBlank, isShown } of lines) {
    const last = parts.at(-1);
    const isSame = last?.kind === kind && last.isShown === isShown;
    if (last !== undefined && (isSame || isBlank)) last.end = end;
    else parts.push({ kind, start, end, isShown });
  }
  return parts;
}
