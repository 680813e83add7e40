import type { Migration } from './migration.ts';

/** Whether a mailbox has exchanged mail with somebody is asked before a send; the answer takes no look at all its mail. */
export const otherParty: Migration = {
  version: 20,
  name: 'messages by the address on the other side',
  statements: [
    `create index messages_by_other_party
      on messages (mailbox_id, lower(case direction when 'outbound' then recipient else sender end))`,
  ],
};
