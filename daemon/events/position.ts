import { timestampInput } from '../../shared/contract/fields.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { readCursor, writeCursor } from '../store/cursor.ts';
import { DAY } from '../system/clock.ts';

/** Logs of an account that grow at their end, and that are read on from a position. */
export type Log = 'events' | 'webhook_attempts';

/** A place in a log of an account: after the entry `seq`. */
export interface Position {
  readonly seq: number;
  /** Of that entry, milliseconds since 1970. */
  readonly at: number;
}

/** A log of one account. */
export interface AccountLog {
  readonly log: Log;
  readonly accountId: string;
}

type Needs = Pick<Context, 'store' | 'clock' | 'secrets'>;

/** Where a reader of the log may go on; opaque, and of no use for another account or log. */
export function cursorOf(context: Pick<Context, 'secrets'>, of: AccountLog, position: Position): string {
  return writeCursor(context.secrets, scopeOf(of), `${position.seq}.${position.at}`);
}

/** The end of the log. */
export async function headOf({ store, clock }: Needs, { log, accountId }: AccountLog): Promise<Position> {
  const last = await store.read
    .selectFrom<Log>(log)
    .select('seq')
    .where('account_id', '=', accountId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { seq: last?.seq ?? 0, at: clock.now() };
}

/** Where a cursor or a timestamp points to; anything else, and what is no longer kept, is refused. */
export async function positionOf(context: Needs, of: AccountLog, since: string): Promise<Position> {
  const oldest = context.clock.now() - LIMITS.eventRetentionDays * DAY;
  const position = timestampInput.safeParse(since).success
    ? await positionAt(context, of, Date.parse(since))
    : readPosition(context, of, since);
  if (position.at < oldest) throw new ServiceError('INVALID_CURSOR');
  return position;
}

function readPosition(context: Needs, of: AccountLog, cursor: string): Position {
  const [seq, at] = readCursor(context.secrets, scopeOf(of), cursor).split('.').map(Number);
  return { seq: seq ?? 0, at: at ?? 0 };
}

/** Before the first entry of this time or later; of a time to come, the end of the log. */
async function positionAt(context: Needs, of: AccountLog, time: number): Promise<Position> {
  const first = await context.store.read
    .selectFrom<Log>(of.log)
    .select('seq')
    .where('account_id', '=', of.accountId)
    .where('occurred_at', '>=', time)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  if (first) return { seq: first.seq - 1, at: time };
  const head = await headOf(context, of);
  return { ...head, at: Math.min(time, head.at) };
}

function scopeOf({ log, accountId }: AccountLog) {
  return { list: log, accountId, filters: {} };
}
