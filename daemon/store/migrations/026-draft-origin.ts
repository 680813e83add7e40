import type { Migration } from './migration.ts';

/** Earlier versions don't record who edited a draft: one that an agent wrote or scheduled counts as edited by it. */
export const draftOrigin: Migration = {
  version: 26,
  name: 'last editor of a draft',
  statements: [
    `alter table drafts add column agent_text integer not null default 0`,
    `update drafts set agent_text = 1 where exists (
      select 1 from messages where messages.id = drafts.message_id and messages.state = 'draft'
        and (messages.actor_type = 'agent' or drafts.scheduled_by_type = 'agent')
    )`,
  ],
};
