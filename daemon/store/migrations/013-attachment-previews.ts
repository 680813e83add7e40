import type { Migration } from './migration.ts';

/** Text of attachments, and how far it is. What is pending is found by its status, whatever happened before. */
export const attachmentPreviews: Migration = {
  version: 13,
  name: 'attachment previews',
  statements: [
    'alter table attachments add column preview_status text',
    'alter table attachments add column preview_reason_code text',
    'alter table attachments add column preview_char_count integer',
    'alter table attachments add column preview_page_count integer',
    'alter table attachments add column preview_truncated integer',
    'alter table attachments add column preview_generated_at integer',
    'alter table attachments add column preview_extractor text',
    `create index attachments_with_pending_preview on attachments (message_id, position)
      where preview_status = 'pending'`,
    `create table attachment_previews (
      message_id text not null,
      position integer not null,
      content text not null,
      primary key (message_id, position),
      foreign key (message_id, position) references attachments (message_id, position) on delete cascade
    ) without rowid`,
  ],
};
