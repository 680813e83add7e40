import type { Migration } from './migration.ts';

/**
 * Earlier versions don't record who changed a draft, so every one that was changed counts as changed by an
 * agent.
 */
export const draftOrigin: Migration = {
  version: 26,
  name: 'last editor of a draft',
  statements: [
    `alter table drafts add column changed_by_agent integer not null default 0`,
    `update drafts set changed_by_agent = 1 where revision > 0 and exists (
      select 1 from messages where messages.id = drafts.message_id and messages.state = 'draft'
    )`,
  ],
};
