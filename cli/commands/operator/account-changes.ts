import { PLANS, TIERS } from '../../../shared/contract/limits.ts';
import {
  DOMAIN_HEALTHS,
  DOMAIN_STATUSES,
  SETTABLE_ACCOUNT_STATUSES,
  VELOCITY_MODES,
} from '../../../shared/contract/values.ts';
import { type Command, command, result } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { confirm, yesFlag } from '../../input/asking/confirm.ts';
import { assertTakesKey, replaceFlag, storeKey } from '../../input/asking/store-key.ts';
import { accountWord, operatorMailboxesFlag } from '../../input/lookups/operator-ids.ts';
import { assertExclusive, definedFields } from '../../input/options/input.ts';
import { choice, flag, integer, onOff, renamed, requiredText, text } from '../../input/options/kinds.ts';
import { futureTime, pastTime } from '../../input/options/time.ts';
import { warmupOf } from '../../input/options/warmup.ts';
import { createdKey } from '../../output/views/keys.ts';
import { operatorAccountView, restoredAccount } from '../../output/views/operator.ts';
import { recordView } from '../../output/views/record.ts';

export const operatorAccountChanges: readonly Command[] = [
  command({
    name: ['operator', 'accounts', 'update'],
    summary: "Change an account's plan, state and limits.",
    flags: {
      plan: choice('--plan <PLAN>', 'Plan of the account; unlimited has no limits.', PLANS),
      tier: choice('--tier <TIER>', 'Same as --plan, but without unlimited.', TIERS),
      status: choice('--status <STATUS>', 'Whether the account may send.', SETTABLE_ACCOUNT_STATUSES),
      cleanHistory: onOff(
        '--clean-history <on|off>',
        'Whether its sending history is clean, which raises pay-as-you-go to its ceiling.',
      ),
      exempt: onOff('--billing-exempt <on|off>', 'Whether to treat the account as paying.'),
      trialStart: pastTime('--trial-start <TIME>', 'When its trial began.'),
      trialUsed: integer('--trial-used <N>', 'Number of trial sends already used.', {
        min: 0,
        max: 2_147_483_647,
      }),
      storage: integer('--storage <BYTES>', 'Storage limit of this account.', {
        min: 0,
        max: 1_000_000_000_000,
      }),
      noStorageLimit: flag('--plan-storage', 'Use the storage limit of its plan again.'),
      warmup: futureTime('--warmup-until <TIME>', 'Apply the warm-up limit until this time.'),
      warmupLimit: integer('--warmup-limit <N>', 'Sends a day during the warm-up.', {
        min: 1,
        max: 2_147_483_647,
      }),
      warmupMode: choice('--warmup-mode <MODE>', 'What happens at the hourly limit.', VELOCITY_MODES),
      clearWarmup: flag('--clear-warmup', 'End the warm-up.'),
      domainStatus: choice(
        '--domain-status <STATUS>',
        'Status of its mailboxes on the platform domain.',
        DOMAIN_STATUSES,
      ),
      domainHealth: choice(
        '--domain-health <HEALTH>',
        'Health of its mailboxes on the platform domain.',
        DOMAIN_HEALTHS,
      ),
    },
    arguments: { account: accountWord },
    examples: [
      {
        command: 'agentmail operator accounts update bob@example.com --tier starter',
        about: 'change the plan from the next request on',
      },
      {
        command: 'agentmail operator accounts update owner@agentmail.localhost --plan unlimited',
        about: 'remove the limits on sends, mailboxes, domains, webhooks and storage',
      },
    ],
    endpoint: async () =>
      (await import('../../../shared/contract/operator-accounts.ts')).operatorUpdateAccount,
    request: (input) => {
      assertExclusive({ '--plan': input.plan !== undefined, '--tier': input.tier !== undefined });
      assertExclusive({ '--storage': input.storage !== undefined, '--plan-storage': input.noStorageLimit });
      assertExclusive({ '--warmup-until': input.warmup !== undefined, '--clear-warmup': input.clearWarmup });
      const warmup = warmupOf(input.warmup, input.warmupLimit, input.warmupMode);
      const body = {
        ...definedFields({
          plan: input.plan,
          tier: input.tier,
          status: input.status,
          clean_history: input.cleanHistory,
          billing_exempt: input.exempt,
          trial_started_at: input.trialStart,
          trial_sends_used: input.trialUsed,
          storage_limit_bytes: input.noStorageLimit ? null : input.storage,
          warmup: input.clearWarmup ? null : warmup,
        }),
        ...(input.domainStatus || input.domainHealth
          ? { platform_domain: definedFields({ status: input.domainStatus, health: input.domainHealth }) }
          : {}),
      };
      if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
      return { params: { id: input.account }, body };
    },
    view: operatorAccountView,
  }),
  command({
    name: ['operator', 'accounts', 'key'],
    summary: 'Create an API key for an account.',
    flags: {
      mailboxes: renamed(operatorMailboxesFlag, { flags: '--mailbox-id <ID>' }),
      label: text('--label <TEXT>', 'Label of the key.'),
      save: text('--save-as <PROFILE>', 'Store the key in this profile, for use with --profile.'),
      force: replaceFlag,
    },
    arguments: { account: accountWord },
    examples: [
      { command: 'agentmail operator accounts key bob@example.com', about: 'create an admin key' },
      {
        command: 'agentmail operator accounts key owner@agentmail.localhost --save-as default',
        about: 'use this machine again after a restore from another one',
      },
    ],
    endpoints: async () => {
      const { operatorCreateApiKey } = await import('../../../shared/contract/operator-accounts.ts');
      return { operatorCreateApiKey };
    },
    run: async (context, input, { operatorCreateApiKey }) => {
      await assertTakesKey(context, input.save, input.force);
      const client = await context.client();
      const body = {
        role: input.mailboxes.length > 0 ? ('agent' as const) : ('admin' as const),
        ...definedFields({
          label: input.label,
          mailbox_ids: input.mailboxes.length > 0 ? [...input.mailboxes] : undefined,
        }),
      };
      const reply = await client.call(operatorCreateApiKey, { params: { id: input.account }, body });
      if (input.save === undefined) return result(reply, createdKey);
      const account = input.account.includes('@') ? { account: input.account } : {};
      await storeKey(context, { profile: input.save, key: reply.api_key }, account);
      return result({ ...reply, saved_as: input.save }, createdKey);
    },
  }),
  command({
    name: ['operator', 'accounts', 'hold'],
    summary: 'Place an account under legal hold.',
    flags: {
      reason: requiredText('--reason <TEXT>', 'Reason to record.'),
      reference: text('--case <TEXT>', 'Case reference.'),
    },
    arguments: { account: accountWord },
    examples: [
      {
        command: 'agentmail operator accounts hold bob@example.com --reason dispute',
        about: 'keep all of its data from being deleted',
      },
    ],
    endpoint: async () =>
      (await import('../../../shared/contract/operator-accounts.ts')).operatorApplyLegalHold,
    request: ({ account, reason, reference }) => ({
      params: { id: account },
      body: { reason, ...definedFields({ case_reference: reference }) },
    }),
    view: recordView,
  }),
  command({
    name: ['operator', 'accounts', 'unhold'],
    summary: "Release an account's legal hold.",
    flags: { reason: text('--reason <TEXT>', 'Reason to record.') },
    arguments: { account: accountWord },
    examples: [
      {
        command: 'agentmail operator accounts unhold bob@example.com',
        about: 'release the hold that the operator placed',
      },
    ],
    endpoint: async () =>
      (await import('../../../shared/contract/operator-accounts.ts')).operatorReleaseLegalHold,
    request: ({ account, reason }) => ({
      params: { id: account },
      body: definedFields({ release_reason: reason }),
    }),
    view: recordView,
  }),
  command({
    name: ['operator', 'accounts', 'erase'],
    summary: 'Delete an account and erase its data immediately.',
    flags: { yes: yesFlag },
    arguments: { account: accountWord },
    examples: [
      { command: 'agentmail operator accounts erase bob@example.com', about: 'erase it; there is no undo' },
    ],
    endpoint: async () =>
      (await import('../../../shared/contract/operator-accounts.ts')).operatorEraseAccount,
    request: async ({ account, yes }, context) => {
      await confirm(
        context,
        yes,
        () => `Erase the account ${account} and all its mail now? There is no undo.`,
      );
      return { params: { id: account } };
    },
    view: recordView,
  }),
  command({
    name: ['operator', 'accounts', 'restore'],
    summary: 'Restore an account within 30 days of its deletion.',
    description:
      'Its mailboxes and messages return. Its keys and sessions stay revoked, and its webhooks stay\n' +
      'disabled: create a new key afterwards.',
    arguments: { account: accountWord },
    examples: [
      {
        command: 'agentmail operator accounts restore bob@example.com',
        about: 'restore it; then create a new key for it',
      },
    ],
    endpoint: async () =>
      (await import('../../../shared/contract/operator-accounts.ts')).operatorRestoreAccount,
    request: ({ account }) => ({ params: { id: account } }),
    view: restoredAccount,
  }),
];
