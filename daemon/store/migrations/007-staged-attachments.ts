import type { Migration } from './migration.ts';

/** Files that wait for their message, and where a sent file's bytes are. */
export const stagedAttachments: Migration = {
  version: 7,
  name: 'staged attachments',
  statements: [
    `create table staged_attachments (
      id text primary key,
      account_id text not null,
      mailbox_id text not null references mailboxes (id),
      filename text not null,
      content_type text not null,
      declared_mime_type text,
      mime_mismatch integer not null default 0,
      size integer not null,
      hash text not null,
      blob_id text,
      content_scan_status text not null,
      scan text,
      policy_action text not null,
      av_verdict text not null,
      av_signature text,
      av_scanned_at integer,
      draft_id text,
      created_at integer not null,
      expires_at integer not null,
      consumed_at integer,
      consumed_message_id text
    )`,
    `create index staged_attachments_by_account on staged_attachments (account_id)`,
    `create index staged_attachments_by_message on staged_attachments (consumed_message_id)
      where consumed_message_id is not null`,
    `create index staged_attachments_by_draft on staged_attachments (draft_id) where draft_id is not null`,
    `create index staged_attachments_unscanned on staged_attachments (id) where content_scan_status = 'pending'`,
    `alter table attachments add column upload_id text`,
    `alter table attachments add column blob_id text`,
  ],
};
