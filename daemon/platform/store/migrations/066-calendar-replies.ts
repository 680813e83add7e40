import type { Migration } from './migration.ts';

/**
 * Answers to invitations. Earlier programs would send them without their calendar part, so their nodes end.
 */
export const calendarReplies: Migration = {
  version: 66,
  name: 'answers to invitations',
  statements: {
    sqlite: ['alter table messages add column calendar_reply text'],
    postgres: ['alter table messages add column calendar_reply json'],
  },
};
