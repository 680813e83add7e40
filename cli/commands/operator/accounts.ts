import { LIMITS, PLANS, TIERS } from '../../../shared/contract/limits.ts';
import { type Command, command } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { readSecret } from '../../input/asking/secrets.ts';
import { accountWord } from '../../input/lookups/operator-ids.ts';
import { assertExclusive, definedFields } from '../../input/options/input.ts';
import { choice, flag, text, word } from '../../input/options/kinds.ts';
import { cursorFlag, limitFlag } from '../../input/options/pages.ts';
import {
  accountList,
  changedPassword,
  createdAccount,
  operatorAccountView,
} from '../../output/views/operator.ts';

export const operatorAccounts: readonly Command[] = [
  command({
    name: ['operator', 'accounts', 'list'],
    summary: 'List the accounts of this daemon, newest first.',
    flags: {
      limit: limitFlag(LIMITS.listPage),
      cursor: cursorFlag,
    },
    examples: [{ command: 'agentmail operator accounts list', about: 'list the accounts on this machine' }],
    endpoint: async () => (await import('../../../shared/contract/operator.ts')).operatorListAccounts,
    request: ({ limit, cursor }) => ({ query: definedFields({ limit, cursor }) }),
    view: accountList,
  }),
  command({
    name: ['operator', 'accounts', 'create'],
    summary: 'Create an account and its first admin key.',
    flags: {
      plan: choice('--plan <PLAN>', 'Plan of the account; unlimited has no limits. Default: pro.', PLANS),
      tier: choice('--tier <TIER>', 'Same as --plan, but without unlimited.', TIERS),
      phone: text('--phone <NUMBER>', 'Mobile number in E.164 format.'),
      password: flag('--password', 'Ask for a password, or read it from stdin.'),
      unverified: flag('--unverified', 'Lock the account until both sign-up codes are confirmed.'),
    },
    arguments: { email: word('EMAIL', 'Sign-in address of the account.') },
    examples: [
      {
        command: 'agentmail operator accounts create bob@example.com --tier starter',
        about: 'create an account for another person',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/operator.ts')).operatorCreateAccount,
    request: async ({ email, plan, tier, phone, password, unverified }, context) => {
      assertExclusive({ '--plan': plan !== undefined, '--tier': tier !== undefined });
      const body = {
        email,
        ...definedFields({
          plan,
          tier,
          phone_number: phone,
          password: password ? await context.secrets.ask('Password') : undefined,
          verified: unverified ? false : undefined,
        }),
      };
      return { body };
    },
    view: createdAccount,
  }),
  command({
    name: ['operator', 'accounts', 'show'],
    summary: 'Show an account of this daemon.',
    arguments: { account: accountWord },
    examples: [
      {
        command: 'agentmail operator accounts show bob@example.com',
        about: 'show an account by its email address',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/operator.ts')).operatorGetAccount,
    request: ({ account }) => ({ params: { id: account } }),
    view: operatorAccountView,
  }),
  command({
    name: ['operator', 'accounts', 'password'],
    summary: "Set an account's password and end its sessions.",
    arguments: { account: accountWord },
    examples: [
      {
        command: 'agentmail operator accounts password bob@example.com < password.txt',
        about: 'type it without echo, or pass it on stdin',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/operator.ts')).operatorSetPassword,
    request: async ({ account }, context) => {
      const password = await readSecret(context.world, 'New password');
      if (password === '') throw new UsageError('No password given.', 'type it, or pass it on stdin');
      return { params: { id: account }, body: { password } };
    },
    view: changedPassword,
  }),
];
