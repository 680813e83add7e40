import type { z } from 'zod';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  clockState,
  operatorAccount,
  operatorCreateAccount,
  operatorListAccounts,
} from '../../../shared/contract/operator.ts';
import type { getSettings } from '../../../shared/contract/settings.ts';
import { statusCell, warmupFields } from './account.ts';
import {
  type Cell,
  fields,
  good,
  ID_COLUMN,
  line,
  moment,
  more,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';

export const accountList: View<ReplyOf<typeof operatorListAccounts>> = ({ accounts, next_cursor }) => [
  table(
    [
      { title: 'account', flexible: true },
      { title: 'plan' },
      { title: 'status' },
      { title: 'created' },
      ID_COLUMN,
    ],
    accounts.map((each) => [
      strong(each.email),
      each.plan ?? each.tier,
      statusCell(each.status),
      moment(each.created_at),
      quiet(each.account_id),
    ]),
    'No accounts yet. agentmail up creates the first one.',
  ),
  ...more(next_cursor),
];

type OperatorAccount = z.output<typeof operatorAccount>;

export const operatorAccountView: View<OperatorAccount> = (each) => [
  fields(
    ['account', strong(each.email)],
    ['plan', each.plan ?? each.tier],
    ['status', statusCell(each.status)],
    ['legal hold', each.legal_hold ? warning('yes, nothing can be erased') : 'no'],
    ['email verified', yesNo(each.email_verified)],
    ['phone verified', yesNo(each.phone_verified)],
    ...(each.trial_started_at === null
      ? []
      : [
          ['trial since', moment(each.trial_started_at)] as const,
          ['sent on trial', String(each.trial_sends_used)] as const,
        ]),
    ['clean history', each.clean_history ? 'yes' : 'not yet'],
    ['billing exempt', each.billing_exempt ? 'yes' : 'no'],
    ['platform domain', platformDomainCell(each.platform_domain)],
    ...(each.warmup === null ? [] : warmupFields(each.warmup)),
    [
      'storage limit',
      each.storage_limit_bytes === null ? 'set by the plan' : `${each.storage_limit_bytes} bytes`,
    ],
    ['created', moment(each.created_at)],
    ...(each.restorable_until ? [['restorable until', moment(each.restorable_until)] as const] : []),
    ['id', quiet(each.account_id)],
  ),
];

const keyCommand = ({ email }: OperatorAccount) =>
  `agentmail operator accounts key ${email} --save-as default --force`;

export const restoredAccount: View<OperatorAccount> = (each) => [
  line(good('Restored.'), 'Its keys stay revoked. Create a new one:'),
  line(keyCommand(each)),
  ...operatorAccountView(each),
];

/** A suspended domain sends nothing, and an unhealthy one nothing for now. */
function platformDomainCell({ status, health }: OperatorAccount['platform_domain']): Cell {
  const text = `${status}, ${health}`;
  return status === 'active' && health === 'healthy' ? text : warning(text);
}

function yesNo(value: boolean): Cell {
  return value ? 'yes' : warning('no');
}

export const createdAccount: View<ReplyOf<typeof operatorCreateAccount>> = (each) => [
  fields(
    ['account', strong(each.email)],
    ['plan', each.plan ?? each.tier],
    ['key', strong(each.api_key)],
    ['id', quiet(each.account_id)],
  ),
  line(warning('The admin key is not shown again. Store it now.')),
];

export const clockView: View<z.output<typeof clockState>> = ({ now, test_clock }) => [
  fields(['now', now], ['clock', test_clock ? warning('test clock, can be advanced') : 'real']),
];

export const drained: View<{ readonly drained: true }> = () => [line('No work left to run.')];

export const changedPassword: View<{ readonly status: 'changed' }> = () => [
  line("The password is changed, and the account's sessions are ended."),
];

/** Values are complete JSON, so that they can be copied into `settings set`. */
export const settingsView: View<ReplyOf<typeof getSettings>> = ({ settings, restart_needed: restart }) => [
  fields(...Object.entries(settings).map(([name, value]) => [name, strong(JSON.stringify(value))] as const)),
  ...(restart.length === 0 ? [] : [line(warning(`Takes effect after a restart: ${restart.join(', ')}.`))]),
];
