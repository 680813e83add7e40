import { z } from 'zod';
import { caller, getCaller, getQuota, quota as quotaReply } from '../../contract/accounts.ts';
import { getMailboxPolicy, mailboxPolicy } from '../../contract/mailbox-policies.ts';
import { listMailboxes, mailbox as mailboxReply } from '../../contract/mailboxes.ts';
import { tool } from '../tool.ts';
import { mailbox } from './inputs.ts';

const whoAmI = tool({
  name: 'whoami',
  title: 'Who am I',
  description: 'Show the account, role and mailboxes of this key.',
  effect: 'reads',
  untrusted: false,
  input: {},
  output: () =>
    caller.pick({ account_id: true, email: true, role: true, key_id: true, bound_mailbox_ids: true }),
  run: (session) => session.call(getCaller, {}),
});

const mailboxes = tool({
  name: 'list_mailboxes',
  title: 'List mailboxes',
  description: 'List the mailboxes that this key can access, with their addresses.',
  effect: 'reads',
  untrusted: false,
  input: {},
  output: () =>
    z.object({
      mailboxes: z.array(mailboxReply.pick({ id: true, name: true, address: true, status: true })),
    }),
  run: (session) => session.call(listMailboxes, {}),
});

const quota = tool({
  name: 'get_quota',
  title: 'Show the quota',
  description: 'Show how many messages can still be sent today, and when the limit resets.',
  effect: 'reads',
  untrusted: false,
  input: {},
  output: () => quotaReply,
  run: (session) => session.call(getQuota, {}),
});

const policy = tool({
  name: 'get_policy',
  title: 'Show the policy',
  description: "Show what agents may do in a mailbox, and what needs a person's decision.",
  effect: 'reads',
  untrusted: false,
  input: { mailbox },
  output: () =>
    mailboxPolicy.pick({
      ...{ mailbox_id: true, policy_mode: true, agent_authoring_mode: true, agent_send_policy: true },
      ...{ hitl_mode: true, send_window: true, recipient_policy_mode: true, binding: true },
    }),
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    return session.call(getMailboxPolicy, { params: { id } });
  },
});

export const LIMITS_AND_IDENTITY = [whoAmI, mailboxes, quota, policy];
