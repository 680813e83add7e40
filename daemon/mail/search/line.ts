import { timestampInput } from '../../../shared/contract/fields.ts';
import { queryLabels } from '../../../shared/contract/labels.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { messageState } from '../../../shared/contract/messages.ts';
import { foldWords } from '../../content/stored-text/search-fold.ts';
import { invalidField } from '../../platform/errors/service-error.ts';
import type { MessageFilters } from '../messages/filters.ts';

/** A line of words and filters, as people type it. */

/** Words that a message must have, or must not have. */
export interface SearchTerm {
  /** Folded; a phrase has blanks. */
  readonly text: string;
  readonly field: 'any' | 'subject';
  readonly isExcluded: boolean;
}

export interface SearchLine {
  readonly terms: readonly SearchTerm[];
  /** A message has to match all. */
  readonly filters: readonly MessageFilters[];
  /** Names or IDs; null for all. */
  readonly mailboxes: readonly string[] | null;
}

/** One part of a line: `-`, a key before a colon, and a value that may be quoted. */
const PART = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]\S*))/giu;

/** Reads a line; refuses values that a filter doesn't have. */
export function readSearchLine(line: string): SearchLine {
  const parts = [...line.matchAll(PART)];
  if (parts.length > LIMITS.searchLineParts) {
    throw invalidField('q', `must have at most ${LIMITS.searchLineParts} words, phrases and filters`);
  }
  const terms: SearchTerm[] = [];
  const filters: MessageFilters[] = [];
  const mailboxes: string[] = [];
  for (const [whole, minus, written = '', quoted, plain] of parts) {
    const key = written.toLowerCase();
    const value = (quoted ?? plain ?? '').trim();
    const isExcluded = minus === '-';
    const filter = FILTERS.get(key);
    if (filter) {
      if (value === '') throw invalidField('q', `${key}: needs a value`);
      filters.push(filter(value, isExcluded));
    } else if (key === 'in' && !isExcluded) mailboxes.push(value);
    else if (key === 'subject') terms.push(...termsOf(value, { field: 'subject', isExcluded }));
    else {
      if (KEYS.has(whole.toLowerCase())) throw invalidField('q', `${whole} needs a value`);
      // A colon after another word belongs to the text, as in 12:30.
      const text = written === '' ? value : `${written}:${value}`;
      terms.push(...termsOf(text, { field: 'any', isExcluded }));
    }
  }
  return { terms, filters, mailboxes: mailboxes.length === 0 ? null : mailboxes };
}

/** None for a text of blanks. */
function termsOf(text: string, how: Omit<SearchTerm, 'text'>): SearchTerm[] {
  const folded = foldWords(text).replaceAll(/\s+/gu, ' ').trim();
  return folded === '' ? [] : [{ text: folded, ...how }];
}

/** The words of a `subject` parameter, each by itself. */
export function subjectTerms(subject: string | undefined): SearchTerm[] {
  const { terms } = readSearchLine(subject ?? '');
  return terms.map((term) => ({ ...term, field: 'subject' }));
}

type ReadFilter = (value: string, isExcluded: boolean) => MessageFilters;

const FILTERS = new Map<string, ReadFilter>(
  Object.entries({
    from: including('from', (from) => ({ from })),
    to: including('to', (to) => ({ to })),
    cc: including('cc', (cc) => ({ cc })),
    tag: including('tag', (tag) => ({ tag: tag.toLowerCase() })),
    before: including('before', (value) => ({ until: dayOrTime('before', value) })),
    after: including('after', (value) => ({ since: dayOrTime('after', value) })),
    has(value: string, isExcluded: boolean): MessageFilters {
      if (!/^(attachment|file)s?$/i.test(value)) throw invalidField('q', 'has: must be attachment');
      return { has_attachment: !isExcluded };
    },
    label(value: string, isExcluded: boolean): MessageFilters {
      const label = queryLabels.safeParse(value);
      if (!label.success) throw invalidField('q', 'label: must be a label');
      return isExcluded ? { without_label: label.data } : { label: label.data };
    },
    is(value: string, isExcluded: boolean): MessageFilters {
      const named = MARKS.get(value.toLowerCase())?.(!isExcluded);
      if (named) return named;
      const status = messageState.safeParse(value.toLowerCase());
      if (status.success && !isExcluded) return { status: status.data };
      throw invalidField('q', `is: must be ${[...MARKS.keys()].join(', ')} or a state of messages`);
    },
  }),
);

const KEYS: ReadonlySet<string> = new Set([...FILTERS.keys(), 'in', 'subject'].map((key) => `${key}:`));

const MARKS = new Map<string, (is: boolean) => MessageFilters>(
  Object.entries({
    unread: (is: boolean) => ({ unread: is }),
    read: (is: boolean) => ({ unread: !is }),
    starred: (is: boolean) => ({ starred: is }),
    sent: (is: boolean) => ({ direction: is ? 'outbound' : 'inbound' }),
    received: (is: boolean) => ({ direction: is ? 'inbound' : 'outbound' }),
    automatic: (is: boolean) => ({ automatic: is ? 'true' : 'false' }),
  }),
);

/** A filter that has no opposite. */
function including(key: string, filter: (value: string) => MessageFilters): ReadFilter {
  return (value, isExcluded) => {
    if (isExcluded)
      throw invalidField('q', `-${key}: isn't a filter; only words, has:, is: and label: can be excluded`);
    return filter(value);
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A time, or the beginning of a day (UTC). */
function dayOrTime(key: string, value: string): string {
  const time = DAY.test(value) ? `${value}T00:00:00.000Z` : value;
  const parsed = timestampInput.safeParse(time);
  if (!parsed.success)
    throw invalidField('q', `${key}: must be a date, as 2026-11-01, or a time with its zone`);
  return parsed.data;
}
