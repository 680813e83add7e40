import type { z } from 'zod';
import type { attemptsQuery } from '../../../shared/contract/address-lists.ts';
import type { Context } from '../../context.ts';
import type { MailboxRow } from '../../mailboxes/table.ts';
import { readCursor, writeCursor } from '../../store/cursor.ts';
import { cutPage, type Page } from '../../store/page.ts';
import { DAY } from '../../system/clock.ts';
import { pageSize } from '../lists/page.ts';

export type AttemptsQuery = z.output<typeof attemptsQuery>;

/** What a log of refusals is asked for. */
export interface Span {
  readonly mailboxId: string;
  /** Only attempts from this time on, milliseconds since 1970. */
  readonly since: number;
  readonly limit: number;
}

export function spanOf(
  context: Context,
  mailbox: Pick<MailboxRow, 'id'>,
  { within_days: days, limit }: AttemptsQuery,
): Span {
  const since = days === undefined ? 0 : context.clock.now() - days * DAY;
  return { mailboxId: mailbox.id, since, limit: pageSize({ limit }) };
}

/** Single attempts of a log, newest first; `find` reads rows before a position. */
export async function readAttempts<Row extends { readonly seq: number }>(
  context: Context,
  log: string,
  mailbox: Pick<MailboxRow, 'id' | 'account_id'>,
  query: AttemptsQuery,
  find: (span: Span, before: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { cursor, within_days, all } = query;
  const scope = { list: log, accountId: mailbox.account_id, filters: { mailbox: mailbox.id, within_days } };
  const before =
    cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(readCursor(context.secrets, scope, cursor));
  const limit = pageSize({ limit: query.limit, all });
  const rows = await find({ ...spanOf(context, mailbox, query), limit: limit + 1 }, before);
  return cutPage(rows, limit, (last) => writeCursor(context.secrets, scope, String(last.seq)));
}
