import type { z } from 'zod';
import type { getUsage } from '../../../shared/contract/account-life.ts';
import type { account, caller, quota } from '../../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { NO_LIMIT } from '../../../shared/contract/limits.ts';
import type { getTraffic } from '../../../shared/contract/traffic.ts';
import type { warmup } from '../../../shared/contract/warmup.ts';
import {
  type Cell,
  fields,
  gap,
  good,
  line,
  moment,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';
import { megabytes } from './numbers.ts';

export const accountView: View<z.output<typeof account>> = (each) => [
  fields(
    ['account', strong(each.email)],
    ['plan', each.plan ?? each.tier],
    ['status', statusCell(each.status)],
    ['agents may delete mail', each.agent_delete_messages_enabled ? 'yes' : 'no'],
    ['id', quiet(each.account_id)],
  ),
];

export const callerView: View<z.output<typeof caller>> = (each) => [
  fields(
    ['account', strong(each.email)],
    ['plan', each.plan ?? each.tier],
    ['status', statusCell(each.status)],
    ['role', each.role],
    ['mailboxes', each.role === 'admin' ? 'all' : each.bound_mailbox_ids.join(' ') || warning('none')],
    ['key', quiet(each.key_id ?? '-')],
  ),
];

export const exportedAccount: View<{ readonly file: string; readonly bytes: number }> = ({ file, bytes }) => [
  line(good('Written:'), file, quiet(`${bytes} bytes`)),
];

/** Days of history for people; programs get all. */
const DAYS_SHOWN = 7;

export const usageView: View<ReplyOf<typeof getUsage>> = (each) => [
  fields(
    ['plan', each.plan ?? each.tier],
    ...counted('sent today', each.today.count, each.today.limit),
    ['mailboxes', outOf(each.mailbox_count, each.mailbox_limit)],
    ['held for review', String(each.pending_review_count)],
    ['storage', storageOf(each.storage)],
    ...(each.storage.limit_bytes === null
      ? []
      : [['', bar(each.storage.used_bytes, each.storage.limit_bytes)] as const]),
    ['delivered', percent(each.rates.delivered)],
    ['bounced', percent(each.rates.bounced)],
    ['complaints', percent(each.rates.complained)],
    ['clean history', each.trust.clean_history ? good('yes') : 'not yet'],
  ),
  gap,
  table(
    [{ title: 'day' }, { title: 'sent', align: 'right' }],
    each.history.slice(0, DAYS_SHOWN).map(({ day, count }) => [day, String(count)]),
    'No earlier days.',
  ),
];

export const trafficView: View<ReplyOf<typeof getTraffic>> = ({ period, counts }) => [
  table(
    [
      { title: period === 'day' ? 'hour (UTC)' : 'day (UTC)' },
      { title: 'received', align: 'right' },
      { title: 'sent', align: 'right' },
      { title: 'held', align: 'right' },
    ],
    counts.map(({ from, received, sent, held }) => [
      period === 'day' ? from.slice(11, 16) : from.slice(0, 10),
      ...[received, sent, held].map((count) => (count === 0 ? quiet('-') : String(count))),
    ]),
    '',
  ),
];

function storageOf({ used_bytes: used, limit_bytes: limit }: ReplyOf<typeof getUsage>['storage']): string {
  return limit === null ? megabytes(used) : `${megabytes(used)} of ${megabytes(limit)}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export const quotaView: View<z.output<typeof quota>> = (each) => [
  fields(
    ...counted('sent today', each.today.count, each.today.limit),
    ...(each.today.limit === NO_LIMIT ? [] : [['left', left(each.sends_remaining)] as const]),
    ['resets', moment(each.reset_at)],
    ...(each.warmup ? warmupFields(each.warmup) : []),
  ),
];

function left(sends: number): Cell {
  return sends === 0 ? warning('0') : String(sends);
}

/** A number and its limit, with a bar; a plan without ceilings has neither. */
function counted(name: string, count: number, limit: number): (readonly [string, Cell])[] {
  const row = [name, outOf(count, limit)] as const;
  return limit === NO_LIMIT ? [row] : [row, ['', bar(count, limit)]];
}

/** `3 of 1000`, or `3, no limit`. */
export function outOf(count: number, limit: number): string {
  return limit === NO_LIMIT ? `${count}, no limit` : `${count} of ${limit}`;
}

/** The rows about a new sender's lower limit. */
export function warmupFields({ velocity_gate_mode: mode, reason, ...each }: z.output<typeof warmup>) {
  return [
    ['warm-up', `${mode.replace('_', ' ')}: ${reason}`],
    ['at most', `${each.shared_domain_daily_limit} a day`],
    ['until', moment(each.until)],
  ] as const;
}

const BAR_WIDTH = 30;
/** Share from which the colour warns. */
const NEARLY_FULL = 0.8;

/** A bar of the used share. */
function bar(used: number, limit: number): Cell {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const full = Math.round(share * BAR_WIDTH);
  const text = `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${Math.round(share * 100)} %`;
  return share >= NEARLY_FULL ? warning(text) : good(text);
}

export function statusCell(status: z.output<typeof account>['status']): Cell {
  return status === 'active' ? good(status) : warning(status);
}
