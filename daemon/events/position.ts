import { timestampInput } from '../../shared/contract/fields.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { readCursor, writeCursor } from '../store/cursor.ts';
import { DAY } from '../system/clock.ts';

/** A place in the event log of an account: after the event `seq`. */
export interface Position {
  readonly seq: number;
  /** Of that event, milliseconds since 1970. */
  readonly at: number;
}

type Needs = Pick<Context, 'store' | 'clock' | 'secrets'>;

export function cursorOf(context: Pick<Context, 'secrets'>, accountId: string, position: Position): string {
  return writeCursor(context.secrets, scopeOf(accountId), `${position.seq}.${position.at}`);
}

/** The end of the log. */
export async function headOf({ store, clock }: Needs, accountId: string): Promise<Position> {
  const last = await store.read
    .selectFrom('events')
    .select('seq')
    .where('account_id', '=', accountId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { seq: last?.seq ?? 0, at: clock.now() };
}

/** Where a cursor or a timestamp points to; anything else, and what is no longer kept, is refused. */
export async function positionOf(context: Needs, accountId: string, since: string): Promise<Position> {
  const oldest = context.clock.now() - LIMITS.eventRetentionDays * DAY;
  const position = timestampInput.safeParse(since).success
    ? await positionAt(context, accountId, Date.parse(since))
    : readPosition(context, accountId, since);
  if (position.at < oldest) throw new ServiceError('INVALID_CURSOR');
  return position;
}

function readPosition(context: Needs, accountId: string, cursor: string): Position {
  const [seq, at] = readCursor(context.secrets, scopeOf(accountId), cursor).split('.').map(Number);
  return { seq: seq ?? 0, at: at ?? 0 };
}

/** Before the first event of this time or later. */
async function positionAt(context: Needs, accountId: string, time: number): Promise<Position> {
  const first = await context.store.read
    .selectFrom('events')
    .select('seq')
    .where('account_id', '=', accountId)
    .where('occurred_at', '>=', time)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return first ? { seq: first.seq - 1, at: time } : { ...(await headOf(context, accountId)), at: time };
}

function scopeOf(accountId: string) {
  return { list: 'events', accountId, filters: {} };
}
