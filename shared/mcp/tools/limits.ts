import { z } from 'zod';
import { caller, getCaller, getQuota, quota as quotaReply } from '../../contract/accounts.ts';
import { subaddressInstance } from '../../contract/fields.ts';
import { getMailboxPolicy, mailboxPolicy } from '../../contract/mailbox-policies.ts';
import { listMailboxes, mailbox as mailboxReply } from '../../contract/mailboxes.ts';
import { addNamedAddress } from '../../contract/named-addresses.ts';
import { definedFields } from '../../defined-fields.ts';
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

const makeAddress = tool({
  name: 'make_address',
  title: 'Make an address',
  description:
    'Make an address for one purpose, such as an account at a shop: the address of the mailbox with a tag.\n' +
    'Mail to it arrives in the mailbox, and from `expires_at` on it is refused.',
  effect: 'writes',
  untrusted: false,
  input: {
    mailbox,
    tag: subaddressInstance.describe('The part after +: lower-case letters, digits and hyphens.'),
    expires_at: z
      .string()
      .optional()
      .describe('Refuses mail from then on: ISO 8601 with an offset. Default: never.'),
    note: z.string().min(1).optional().describe('What the address is for.'),
  },
  output: () =>
    addNamedAddress.replies[201].pick({ address: true, tag: true, status: true, expires_at: true }),
  run: async (session, { mailbox: named, tag, ...given }) =>
    session.call(addNamedAddress, {
      params: { id: await session.mailbox(named) },
      body: { tag, ...definedFields(given) },
    }),
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

export const LIMITS_AND_IDENTITY = [whoAmI, mailboxes, makeAddress, quota, policy];
