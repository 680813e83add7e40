import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { getTraffic as contract } from '../../../shared/contract/traffic.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries } from '../../platform/store/store.ts';
import { DAY, HOUR } from '../../platform/system/clock.ts';
import { isoTime } from '../../platform/system/iso-time.ts';

type Traffic = ReplyOf<typeof contract>;

const STEPS = { day: { length: HOUR, count: 24 }, month: { length: DAY, count: 30 } } as const;

/** `GET /v1/accounts/traffic`. Every count reads a range of an index, and nothing else. */
export async function getTraffic(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  principal: Principal,
  period: Traffic['period'] = 'day',
): Promise<Traffic> {
  const { length, count } = STEPS[period];
  const current = Math.floor(clock.now() / length) * length;
  const counts: Traffic['counts'] = [];
  for (let step = count - 1; step >= 0; step -= 1) {
    const from = current - step * length;
    counts.push(await countsOf(store.read, { accountId: principal.account.id, from, until: from + length }));
    // A day can have a hundred thousand messages: other requests come in between.
    await setImmediate();
  }
  return { period, counts };
}

interface CountedTime {
  readonly accountId: string;
  readonly from: number;
  readonly until: number;
}

const countReceived = prepareQuery<CountedTime>()((db, param) =>
  db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', param('accountId'))
    .where('direction', '=', 'inbound')
    .where('created_at', '>=', param('from'))
    .where('created_at', '<', param('until')),
);

const countSent = prepareQuery<CountedTime>()((db, param) =>
  db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', param('accountId'))
    .where('dispatched_at', '>=', param('from'))
    .where('dispatched_at', '<', param('until')),
);

const countHeld = prepareQuery<CountedTime>()((db, param) =>
  db
    .selectFrom('events')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', param('accountId'))
    // In these words, as the partial index has them.
    .where(sql<boolean>`type in ('message.pending_review', 'message.quarantined')`)
    .where('occurred_at', '>=', param('from'))
    .where('occurred_at', '<', param('until')),
);

async function countsOf(db: Queries, range: CountedTime): Promise<Traffic['counts'][number]> {
  const count = async (query: typeof countReceived) => (await query(db, range)).rows[0]?.count ?? 0;
  return {
    from: isoTime(range.from),
    received: await count(countReceived),
    sent: await count(countSent),
    held: await count(countHeld),
  };
}
