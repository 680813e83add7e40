import type { HeaderAddresses } from '../../platform/system/header-addresses.ts';
import { authorsOf } from './authors.ts';
import { type AutomaticMark, automaticMark } from './automatic.ts';
import { charsetHint } from './charset-hint.ts';
import { parseDate } from './date.ts';
import { type HeaderField, readHeaderBlock } from './fields.ts';
import { headerAddresses } from './header-addresses.ts';
import { messageIds } from './message-ids.ts';
import { mediaType } from './parameters.ts';
import { type CharsetHint, decodedText } from './text.ts';

/** Header facts that accepting a message needs. */
export type HeaderSummary = {
  /** First From address, its domain in lower case; null when unreadable. */
  readonly from: string | null;
  /** Further From addresses, also of a second From field. */
  readonly otherAuthors: readonly string[];
  /** Names and addresses of people and lists. */
  readonly addresses: HeaderAddresses;
  /** Decoded, on one line, without control characters; empty when absent. */
  readonly subject: string;
  /** With brackets. */
  readonly messageId: string | null;
  /** The first identifier of In-Reply-To, with brackets. */
  readonly inReplyTo: string | null;
  /** In order, with brackets; of a very long list only the first and the last ones. */
  readonly references: readonly string[];
  readonly receivedCount: number;
  /** RFC 3339 in UTC; null when absent or unreadable. */
  readonly date: string | null;
  /** The keyword of Auto-Submitted in lower case (RFC 3834), null when absent. */
  readonly autoSubmitted: string | null;
  /** Lower case, without parameters; `text/plain` when absent or unreadable. */
  readonly contentType: string;
  /** Set when the header shows that a program sent the message. */
  readonly automatic: AutomaticMark | null;
  /** As `automatic`, for a message without a return path. */
  readonly automaticWithoutPath: AutomaticMark | null;
};

/** Stored characters of a subject. */
const MAX_SUBJECT_LENGTH = 2000;

/**
 * Parses the header block, at most 256 KB of it, in a few microseconds. Never throws. The first of a repeated
 * field counts.
 */
export function readHeaders(raw: Uint8Array): HeaderSummary {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return summarise(readHeaderBlock(bytes).fields, charsetHint(bytes));
}

/** Summarises parsed fields. */
export function summarise(fields: readonly HeaderField[], hint: CharsetHint): HeaderSummary {
  const first = new Map<string, string>();
  let receivedCount = 0;
  for (const { name, value } of fields) {
    if (name === 'received') receivedCount++;
    else if (!first.has(name)) first.set(name, value);
  }
  const authors = authorsOf(fields, hint);
  const [from = null, ...otherAuthors] = authors.addresses;
  const subject = decodedText((first.get('subject') ?? '').slice(0, MAX_SUBJECT_LENGTH * 4), hint);
  const summary = {
    from,
    subject: subject.slice(0, MAX_SUBJECT_LENGTH),
    autoSubmitted: firstWord(first.get('auto-submitted')),
    contentType: mediaType(first.get('content-type') ?? '') ?? 'text/plain',
  };
  const facts = { ...summary, fields: first };
  // IMAP servers write the return path into the message.
  const isNullPath = first.get('return-path')?.trim() === '<>';
  return {
    ...summary,
    otherAuthors,
    addresses: headerAddresses(fields, authors.name, hint),
    messageId: messageIds(first.get('message-id') ?? '')[0] ?? null,
    inReplyTo: messageIds(first.get('in-reply-to') ?? '')[0] ?? null,
    references: messageIds(first.get('references') ?? ''),
    receivedCount,
    date: parseDate(first.get('date') ?? '')?.toISOString() ?? null,
    automatic: automaticMark({ ...facts, isNullPath }),
    automaticWithoutPath: automaticMark({ ...facts, isNullPath: true }),
  };
}

function firstWord(value: string | undefined): string | null {
  return /^[a-z-]+/i.exec(value ?? '')?.[0].toLowerCase() ?? null;
}
