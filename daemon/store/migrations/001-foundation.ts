import type { Migration } from './migration.ts';

/** Accounts, keys, mailboxes, messages, and what is written beside them. Times are milliseconds since 1970. */
export const foundation: Migration = {
  version: 1,
  name: 'foundation',
  statements: [
    `create table settings (name text primary key, value text not null) without rowid`,

    `create table accounts (
      id text primary key,
      email text not null unique,
      status text not null,
      tier text not null,
      agent_delete_messages_enabled integer not null default 0,
      email_verified_at integer,
      phone_number text,
      phone_verified_at integer,
      custom_daily_send_limit integer,
      clean_history integer not null default 0,
      storage_limit_bytes integer,
      used_bytes integer not null default 0,
      created_at integer not null
    )`,

    `create table api_keys (
      id text primary key,
      account_id text not null references accounts (id),
      public_id text not null unique,
      secret_hash blob not null,
      role text,
      label text,
      mailbox_ids text not null default '[]',
      instruction_trust_enabled integer not null default 0,
      created_at integer not null,
      last_used_at integer,
      revoked_at integer,
      revoked_by text
    )`,
    `create index api_keys_by_account on api_keys (account_id, created_at)`,

    `create table mailboxes (
      id text primary key,
      account_id text not null references accounts (id),
      name text not null,
      address text not null unique,
      display_name text,
      status text not null default 'active',
      scanner_policy text,
      pii_mode text not null default 'passthrough',
      pii_redaction_config text,
      attachment_exposure_mode text not null default 'metadata_only',
      attachment_allowed_file_families text not null default '[]',
      outbound_attachments_enabled integer not null default 0,
      default_subaddress_mode text not null default 'none',
      recipient_policy_mode text not null default 'blocklist',
      sender_policy_mode text not null default 'blocklist',
      hitl_mode text not null default 'disabled',
      allow_thread_replies integer not null default 0,
      agent_send_containment integer not null default 0,
      agent_authoring_mode text not null default 'send_and_draft',
      send_window text,
      approval_expiry text not null default 'never',
      instruction_trust_mode text not null default 'disabled',
      instruction_trust_strict_recipient integer not null default 1,
      created_on_tier text not null,
      created_at integer not null,
      deleted_at integer,
      unique (account_id, name)
    )`,

    `create table blobs (
      id text primary key,
      size integer not null,
      content blob,
      created_at integer not null
    )`,

    `create table messages (
      seq integer primary key,
      id text not null unique,
      account_id text not null,
      mailbox_id text not null references mailboxes (id),
      direction text not null,
      state text not null,
      created_at integer not null,
      sender text not null,
      recipient text not null,
      envelope_sender text,
      subject text not null,
      body_preview text not null default '',
      rfc_message_id text,
      in_reply_to text,
      reference_ids text not null default '[]',
      thread_id text,
      subaddress_instance_id text,
      starred integer not null default 0,
      read_at integer,
      has_attachment integer not null default 0,
      raw_blob_id text,
      size_bytes integer not null default 0,
      scan text,
      hold_context text,
      sender_authentication text,
      actor_type text,
      actor_id text,
      charged_on text,
      refunded_at integer
    )`,
    `create unique index messages_by_mailbox on messages (mailbox_id, created_at)`,
    `create index messages_by_thread on messages (mailbox_id, thread_id, created_at)`,
    `create index messages_by_rfc_id on messages (mailbox_id, rfc_message_id)`,
    `create index messages_unfinished on messages (state, seq)
      where state in ('received', 'scanning', 'dispatching')`,
    `create index messages_held on messages (account_id, state, seq) where state in ('pending_review', 'quarantined')`,

    `create table message_bodies (
      message_id text primary key references messages (id),
      text text,
      html text,
      pii_spans text
    )`,

    `create table attachments (
      message_id text not null references messages (id),
      position integer not null,
      filename text,
      content_type text not null,
      declared_mime_type text,
      sniffed_mime_type text,
      mime_mismatch integer not null default 0,
      size integer not null,
      hash text not null,
      policy_action text not null,
      av_verdict text not null,
      av_signature text,
      av_scanned_at integer,
      content_id text,
      content_disposition text not null,
      primary key (message_id, position)
    ) without rowid`,

    `create virtual table message_search using fts5 (
      words, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
    )`,

    `create table idempotency_keys (
      account_id text not null,
      key text not null,
      namespace text not null,
      message_id text not null,
      mailbox_id text not null,
      created_at integer not null,
      primary key (account_id, key)
    ) without rowid`,

    `create index idempotency_keys_by_message on idempotency_keys (message_id)`,

    `create table send_budget (
      account_id text not null,
      day text not null,
      count integer not null,
      primary key (account_id, day)
    ) without rowid`,

    `create table events (
      seq integer primary key,
      id text not null,
      account_id text not null,
      mailbox_id text,
      type text not null,
      occurred_at integer not null,
      data text not null
    )`,
    `create index events_by_account on events (account_id, seq)`,

    `create table audit_log (
      seq integer primary key,
      id text not null unique,
      at integer not null,
      kind text not null,
      account_id text,
      mailbox_id text,
      actor_type text not null,
      actor_id text not null,
      target text,
      before text,
      after text,
      reason text
    )`,
    `create index audit_log_by_account on audit_log (account_id, seq)`,

    `create table outbox (
      seq integer primary key,
      id text not null unique,
      kind text not null,
      purpose text not null,
      at integer not null,
      sender text not null,
      recipient text not null,
      subject text,
      text text not null,
      html text,
      raw_blob_id text,
      account_id text,
      message_id text
    )`,
    `create index outbox_by_age on outbox (at)`,

    `create table jobs (
      id text primary key,
      kind text not null,
      due_at integer not null,
      payload text not null,
      attempts integer not null default 0,
      last_error text,
      created_at integer not null
    ) without rowid`,
    `create index jobs_by_due on jobs (due_at)`,
  ],
};
