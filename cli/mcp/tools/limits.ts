import { getCaller, getQuota } from '../../../shared/contract/accounts.ts';
import { getMailboxPolicy } from '../../../shared/contract/mailbox-policies.ts';
import { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import { tool } from '../tool.ts';
import { mailbox } from './inputs.ts';

const whoAmI = tool({
  name: 'whoami',
  description: 'Show the account, role and mailboxes of this key.',
  effect: 'reads',
  untrusted: false,
  input: {},
  run: async (session) => (await session.client()).call(getCaller, {}),
});

const mailboxes = tool({
  name: 'list_mailboxes',
  description: 'List the mailboxes that this key can access, with their addresses.',
  effect: 'reads',
  untrusted: false,
  input: {},
  run: async (session) => (await session.client()).call(listMailboxes, {}),
});

const quota = tool({
  name: 'get_quota',
  description: 'Show how many messages can still be sent today, and when the limit resets.',
  effect: 'reads',
  untrusted: false,
  input: {},
  run: async (session) => (await session.client()).call(getQuota, {}),
});

const policy = tool({
  name: 'get_policy',
  description: "Show what agents may do in a mailbox, and what needs a person's decision.",
  effect: 'reads',
  untrusted: false,
  input: { mailbox },
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    return (await session.client()).call(getMailboxPolicy, { params: { id } });
  },
});

export const LIMITS_AND_IDENTITY = [whoAmI, mailboxes, quota, policy];
