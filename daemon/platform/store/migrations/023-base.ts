import { accountsSchema } from './base/accounts.ts';
import { eventsSchema } from './base/events.ts';
import { mailboxesSchema } from './base/mailboxes.ts';
import { messagesSchema } from './base/messages.ts';
import { recipientsSchema } from './base/recipients.ts';
import { threadsSchema } from './base/threads.ts';
import type { Migration } from './migration.ts';

/** The schema that development builds reached in 23 steps; nothing older was ever published. */
export const base: Migration = {
  version: 23,
  name: 'base',
  statements: [
    ...accountsSchema,
    ...mailboxesSchema,
    ...recipientsSchema,
    ...messagesSchema,
    ...threadsSchema,
    ...eventsSchema,
  ],
};
