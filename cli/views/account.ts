import type { z } from 'zod';
import type { account, caller, quota } from '../../shared/contract/accounts.ts';
import { type Cell, fields, good, moment, quiet, strong, type View, warning } from './document.ts';

export const accountView: View<z.output<typeof account>> = (each) => [
  fields(
    ['account', strong(each.email)],
    ['plan', each.tier],
    ['status', statusCell(each.status)],
    ['agents may delete mail', each.agent_delete_messages_enabled ? 'yes' : 'no'],
    ['id', quiet(each.account_id)],
  ),
];

export const callerView: View<z.output<typeof caller>> = (each) => [
  fields(
    ['account', strong(each.email)],
    ['plan', each.tier],
    ['status', statusCell(each.status)],
    ['role', each.role],
    ['mailboxes', each.role === 'admin' ? 'all' : each.bound_mailbox_ids.join(' ') || warning('none')],
    ['key', quiet(each.key_id ?? '-')],
  ),
];

export const quotaView: View<z.output<typeof quota>> = (each) => [
  fields(
    ['sent today', `${each.today.count} of ${each.today.limit}`],
    ['left', each.sends_remaining === 0 ? warning('0') : String(each.sends_remaining)],
    ['resets', moment(each.reset_at)],
  ),
];

export function statusCell(status: z.output<typeof account>['status']): Cell {
  return status === 'active' ? good(status) : warning(status);
}
