import { accountsSchema } from './accounts.ts';
import { coordinationSchema } from './coordination.ts';
import { logSchema } from './log.ts';
import { mailboxesSchema } from './mailboxes.ts';
import { messagesSchema } from './messages.ts';
import { recipientsSchema } from './recipients.ts';
import { searchSchema } from './search.ts';
import { threadTriggers } from './thread-triggers.ts';
import { threadsSchema } from './threads.ts';

/** The schema of a new database: SQLite's after the migrations that are written for SQLite only. */
export const BASELINE: readonly string[] = [
  ...accountsSchema,
  ...mailboxesSchema,
  ...messagesSchema,
  ...threadsSchema,
  ...threadTriggers,
  ...recipientsSchema,
  ...logSchema,
  ...searchSchema,
  ...coordinationSchema,
];
