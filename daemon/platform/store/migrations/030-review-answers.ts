import type { Migration } from './migration.ts';

/**
 * The decision about a held message, kept with it for the agent that sent it. Earlier decisions stay in the
 * audit only.
 */
export const reviewAnswers: Migration = {
  version: 30,
  name: 'review answers',
  statements: ['alter table messages add column review text'],
};
