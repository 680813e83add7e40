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
  description: 'Show the role and mailboxes of this key, and how much it can still send today.',
  effect: 'reads',
  untrusted: false,
  input: {},
  output: () =>
    caller.pick({ account_id: true, email: true, role: true, key_id: true }).extend({
      mailboxes: z.array(mailboxReply.pick({ id: true, name: true, address: true, status: true })),
      quota: quotaReply,
    }),
  run: async (session) => ({
    ...(await session.call(getCaller, {})),
    ...(await session.call(listMailboxes, {})),
    quota: await session.call(getQuota, {}),
  }),
});

const makeAddress = tool({
  name: 'make_address',
  title: 'Make an address',
  description: "Make an address for one purpose, such as an account at a shop: the mailbox's with a +tag.",
  effect: 'writes',
  untrusted: false,
  input: {
    mailbox,
    tag: subaddressInstance,
    expires_at: z.string().optional().describe('Mail is refused from then on. ISO 8601 with an offset.'),
    note: z.string().min(1).optional(),
  },
  output: () =>
    addNamedAddress.replies[201].pick({ address: true, tag: true, status: true, expires_at: true }),
  run: async (session, { mailbox: named, tag, ...given }) =>
    session.call(addNamedAddress, {
      params: { id: await session.mailbox(named) },
      body: { tag, ...definedFields(given) },
    }),
});

const policy = tool({
  name: 'get_policy',
  title: 'Show the policy',
  description: 'Show what agents may do in a mailbox, and what a person decides.',
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

export const LIMITS_AND_IDENTITY = [whoAmI, makeAddress, policy];
