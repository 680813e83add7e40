import type { BulkReply } from '../../../shared/contract/address-lists.ts';
import {
  type Block,
  bad,
  type Cell,
  line,
  moment,
  more,
  orDash,
  quiet,
  strong,
  table,
  type View,
} from './document.ts';

export interface AddressEntry {
  readonly email: string;
  readonly created_at: string;
  readonly added_by_actor_type: string | null;
  /** Reason of the entry, in lists that have one. */
  readonly reason?: string;
}

function entryBlocks(entries: readonly AddressEntry[], next: string | null, empty: string): Block[] {
  const tellsWhy = entries.some(({ reason }) => reason !== undefined);
  return [
    table(
      [
        { title: 'entry', flexible: true },
        ...(tellsWhy ? [{ title: 'reason' }] : []),
        { title: 'added by' },
        { title: 'when' },
      ],
      entries.map((entry) => [
        strong(entry.email),
        ...(tellsWhy ? [orDash(entry.reason ?? null)] : []),
        orDash(entry.added_by_actor_type),
        moment(entry.created_at),
      ]),
      empty,
    ),
    ...more(next),
  ];
}

export const allowlistView: View<{
  readonly allowlist: readonly AddressEntry[];
  readonly next_cursor: string | null;
}> = ({ allowlist, next_cursor }) => entryBlocks(allowlist, next_cursor, 'The allowlist is empty.');

export const suppressionsView: View<{
  readonly suppressions: readonly AddressEntry[];
  readonly next_cursor: string | null;
}> = ({ suppressions, next_cursor }) =>
  entryBlocks(suppressions, next_cursor, 'The suppression list is empty.');

export const blocklistView: View<{
  readonly blocklist: readonly AddressEntry[];
  readonly next_cursor: string | null;
}> = ({ blocklist, next_cursor }) => entryBlocks(blocklist, next_cursor, 'The blocklist is empty.');

export const addedEntry: View<{ readonly email: string; readonly already_existed: boolean }> = (entry) => [
  line(strong(entry.email), entry.already_existed ? 'is already on the list.' : 'is on the list now.'),
];

export const removedEntry: View<{ readonly email: string }> = ({ email }) => [
  line(strong(email), 'is no longer on the list.'),
];

export const bulkAdded: View<BulkReply> = ({ counts, invalid }) => [
  line(`${counts.added} added, ${counts.already_existed} already listed, ${counts.invalid} invalid.`),
  ...invalid.map(({ email, reason }) => line(bad(email), quiet(reason))),
];

interface AttemptFields {
  readonly [field: string]: unknown;
}

/** Refusals, grouped or single: address, actor or rule, count, time. */
export const attemptsView: View<{
  readonly attempts: readonly AttemptFields[];
  readonly next_cursor: string | null;
}> = ({ attempts, next_cursor }) => [
  table(
    [
      { title: 'address', flexible: true },
      { title: attempts.some(({ actor_type: actor }) => actor !== undefined) ? 'by' : 'reason' },
      { title: 'times', align: 'right' },
      { title: 'latest' },
    ],
    attempts.map((attempt) => [
      strong(textOf(attempt.recipient ?? attempt.envelope_sender ?? attempt.sender ?? attempt.from_address)),
      textOf(attempt.actor_type ?? attempt.reason_code),
      textOf(attempt.count ?? 1),
      whenOf(attempt.last_attempted_at ?? attempt.attempted_at),
    ]),
    'No refused attempts.',
  ),
  ...more(next_cursor),
];

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '-';
}

function whenOf(value: unknown): Cell {
  return typeof value === 'string' ? moment(value) : quiet('-');
}
