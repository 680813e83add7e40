import { getCaller, getQuota } from '../../../shared/contract/accounts.ts';
import { getMailboxPolicy } from '../../../shared/contract/mailbox-policies.ts';
import { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import { tool } from '../tool.ts';
import { mailbox } from './inputs.ts';

const whoAmI = tool({
  name: 'whoami',
  description: 'Whose key this is, what it may do and which mailboxes it reaches.',
  effect: 'reads',
  untrusted: false,
  input: {},
  run: async (session) => (await session.client()).call(getCaller, {}),
});

const mailboxes = tool({
  name: 'list_mailboxes',
  description: 'The mailboxes that this key reaches, with their addresses.',
  effect: 'reads',
  untrusted: false,
  input: {},
  run: async (session) => (await session.client()).call(listMailboxes, {}),
});

const quota = tool({
  name: 'get_quota',
  description: 'How many messages may still be sent today, and when the count starts anew.',
  effect: 'reads',
  untrusted: false,
  input: {},
  run: async (session) => (await session.client()).call(getQuota, {}),
});

const policy = tool({
  name: 'get_policy',
  description: 'What agents may do in a mailbox, and what people decide about.',
  effect: 'reads',
  untrusted: false,
  input: { mailbox },
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    return (await session.client()).call(getMailboxPolicy, { params: { id } });
  },
});

export const LIMITS_AND_IDENTITY = [whoAmI, mailboxes, quota, policy];
