import { type HeaderKey, headerLine, type Separator, separatorOf } from './header-words.ts';
import type { MailLine } from './parts.ts';

/** An earlier message that isn't marked line by line, so that it goes on to the end. */
export interface History {
  /** Index of its first line. */
  readonly start: number;
  /** Index of the first line of its text. */
  readonly textStart: number;
  readonly isForward: boolean;
}

/** Lines of a header, with folded ones. */
const MOST_LINES = 16;
const MOMENT = /\d{4}|\d{2}[:.h時时]\d{2}/;
const ADDRESS = /[^\s<>@]{1,64}@[^\s<>@]{1,255}/;

/** The first header of an earlier message, with the line above it; null without one. */
export function findHistory(lines: readonly MailLine[]): History | null {
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined || line.isBlank || line.kind !== 'own') continue;
    const history = historyAt(lines, index);
    if (history !== null) return history;
  }
  return null;
}

function historyAt(lines: readonly MailLine[], start: number): History | null {
  const separator = separatorOf(lines[start]?.text ?? '');
  if (separator === null && (headerLine(lines[start]?.text ?? '') === null || isIntroduced(lines, start)))
    return null;
  const first = separator === null ? start : nextFilled(lines, start + 1, 3);
  const header = readHeader(lines, first, separator);
  const isForward = separator === 'forward';
  if (header !== null && isHeader(header, separator)) return { start, textStart: header.end, isForward };
  const isCertain = separator === 'original' || separator === 'forward';
  // The quoted lines below tell for themselves.
  return isCertain && lines[first]?.kind === 'own' ? { start, textStart: first, isForward } : null;
}

/** Below a colon it's a header that the writer shows. */
function isIntroduced(lines: readonly MailLine[], start: number): boolean {
  let before = start - 1;
  while (lines[before]?.isBlank) before--;
  return /[:：]$/.test(lines[before]?.text ?? '');
}

function nextFilled(lines: readonly MailLine[], from: number, most: number): number {
  let index = from;
  while (index < from + most && lines[index]?.isBlank) index++;
  return index;
}

interface Header {
  readonly keys: ReadonlySet<HeaderKey>;
  /** Lines of the form of a field, also with words that aren't known. */
  readonly fields: number;
  readonly hasAddress: boolean;
  /** A date field with a year or a time of day. */
  readonly hasTime: boolean;
  readonly end: number;
}

/** Programs show none of these above a message, and people who paste the source of one do. */
const SOURCE_FIELD =
  /^(?:received|return-path|delivered-to|message-id|mime-version|content-type|content-transfer-encoding|x-[a-z-]+|dkim-signature):/i;

/** Fields on lines below each other, or apart by one empty line each. */
function readHeader(lines: readonly MailLine[], start: number, separator: Separator | null): Header | null {
  const keys = new Set<HeaderKey>();
  let fields = 0;
  let hasAddress = false;
  let hasTime = false;
  let end = start;
  for (let index = start; index < Math.min(lines.length, start + MOST_LINES); index++) {
    const line = lines[index];
    if (line === undefined || line.kind !== 'own') break;
    const field = line.isBlank ? null : headerLine(line.text);
    if (field === null || (field.key === null && fields === 0 && !separator)) {
      if (fields === 0 || !isFolded(lines, index)) break;
      continue;
    }
    if (SOURCE_FIELD.test(line.text)) return null;
    if (field.key !== null && keys.has(field.key) && field.key !== 'cc') break;
    if (field.key !== null) keys.add(field.key);
    fields++;
    hasAddress ||= ADDRESS.test(line.text);
    hasTime ||= field.key === 'date' && MOMENT.test(field.value);
    end = index + 1;
  }
  return fields === 0 ? null : { keys, fields, hasAddress, hasTime, end };
}

/** An empty line or the rest of a long field, with another known field soon below. */
function isFolded(lines: readonly MailLine[], index: number): boolean {
  const most = lines[index]?.isBlank ? 1 : 3;
  for (let ahead = index + 1; ahead <= index + most; ahead++) {
    const line = lines[ahead];
    if (line === undefined || line.isBlank) return false;
    if (headerLine(line.text)?.key) return true;
  }
  return false;
}

/** People write `From`, `To`, `Date` and `Subject` too, about journeys and parties. */
function isHeader({ keys, fields, hasAddress, hasTime }: Header, separator: Separator | null): boolean {
  const isNamed = separator !== null && separator !== 'line';
  if (isNamed) return (keys.has('from') && fields >= 2) || keys.size >= 3 || (fields >= 3 && hasAddress);
  if (!keys.has('from') || keys.size < 3 || !(hasAddress || hasTime)) return false;
  return keys.has('subject') || (hasAddress && hasTime) || (separator === 'line' && hasAddress);
}
