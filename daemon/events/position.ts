import { timestampInput } from '../../shared/contract/fields.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { ServiceError } from '../platform/errors/service-error.ts';
import { readCursor, writeCursor } from '../platform/store/cursor.ts';
import { DAY } from '../platform/system/clock.ts';
import type { RulesContext } from '../rules/context.ts';

/** Append-only logs of an account. */
export type LogName = 'events' | 'webhook_attempts';

/** A position in a log: after the entry `seq`. */
export interface LogPosition {
  readonly seq: number;
  /** Time of that entry, milliseconds since 1970. */
  readonly at: number;
}

/** A log of one account. */
export interface AccountLog {
  readonly log: LogName;
  readonly accountId: string;
}

type PositionContext = Pick<RulesContext, 'store' | 'clock' | 'secrets'>;

/** An opaque cursor, valid for this account and log only. */
export function cursorOf(
  context: Pick<RulesContext, 'secrets'>,
  of: AccountLog,
  position: LogPosition,
): string {
  return writeCursor(context.secrets, scopeOf(of), `${position.seq}.${position.at}`);
}

/** The end of the log. */
export async function headOf(
  { store, clock }: PositionContext,
  { log, accountId }: AccountLog,
): Promise<LogPosition> {
  const last = await store.read
    .selectFrom<LogName>(log)
    .select('seq')
    .where('account_id', '=', accountId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { seq: last?.seq ?? 0, at: clock.now() };
}

/** Position of a cursor or a timestamp; refuses anything else, and positions older than the log. */
export async function positionOf(
  context: PositionContext,
  of: AccountLog,
  since: string,
): Promise<LogPosition> {
  const oldest = context.clock.now() - LIMITS.eventRetentionDays * DAY;
  const position = timestampInput.safeParse(since).success
    ? await positionAt(context, of, Date.parse(since))
    : readPosition(context, of, since);
  if (position.at < oldest) throw new ServiceError('INVALID_CURSOR');
  return position;
}

function readPosition(context: PositionContext, of: AccountLog, cursor: string): LogPosition {
  const [seq, at] = readCursor(context.secrets, scopeOf(of), cursor).split('.').map(Number);
  return { seq: seq ?? 0, at: at ?? 0 };
}

/** Before the first entry at or after this time; at the end of the log for a future time. */
async function positionAt(context: PositionContext, of: AccountLog, time: number): Promise<LogPosition> {
  const first = await context.store.read
    .selectFrom<LogName>(of.log)
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
