import type { Migration } from './migration.ts';

/** What steers a mailbox, whom it trusts, and the recipients that a trial account may write to. */
export const policies: Migration = {
  version: 3,
  name: 'policies',
  statements: [
    `alter table mailboxes add column updated_at integer`,
    `alter table mailboxes add column attachment_policy_version integer not null default 0`,
    `alter table mailboxes add column attachment_reauth_at integer`,
    `alter table mailboxes add column attachment_disclaimer_version text`,
    `alter table mailboxes add column attachment_disclaimer_at integer`,
    `alter table mailboxes add column image_risk_version text`,
    `alter table mailboxes add column image_risk_at integer`,
    `alter table mailboxes add column outbound_disclaimer_version text`,
    `alter table mailboxes add column outbound_disclaimer_at integer`,
    `alter table mailboxes add column outbound_image_risk_version text`,
    `alter table mailboxes add column outbound_image_risk_at integer`,
    `alter table mailboxes add column instruction_trust_changed_at integer`,
    `alter table mailboxes add column residual_risk_version text`,
    `alter table mailboxes add column last_applied_policy_mode text`,
    `alter table mailboxes add column latest_revision_id text`,

    `create table policy_revisions (
      id text primary key,
      account_id text not null,
      mailbox_id text not null references mailboxes (id),
      created_at integer not null,
      actor_type text not null,
      actor_id text not null,
      policy text not null
    )`,
    `create index policy_revisions_by_mailbox on policy_revisions (mailbox_id, created_at)`,

    `create table trusted_sources (
      id text primary key,
      account_id text not null,
      mailbox_id text not null references mailboxes (id),
      value text not null,
      value_ascii text not null,
      created_at integer not null,
      expires_at integer not null,
      revoked_at integer,
      eligibility text not null,
      unique (mailbox_id, value)
    )`,

    // Expiry is read off expires_at: a pending row beyond it is expired.
    `create table verified_recipients (
      id text primary key,
      account_id text not null,
      email text not null,
      status text not null,
      origin text not null,
      token_hash blob unique,
      created_at integer not null,
      expires_at integer not null,
      confirmed_at integer,
      unique (account_id, email)
    )`,

    // Adds and resends, for the rolling windows; they count although the recipient is deleted.
    `create table recipient_requests (
      id text primary key,
      account_id text not null,
      recipient_id text not null,
      domain text not null,
      mailed integer not null,
      resend integer not null,
      at integer not null
    )`,
    `create index recipient_requests_by_account on recipient_requests (account_id, at)`,
    `create index recipient_requests_by_recipient on recipient_requests (recipient_id, at)`,

    // Attestations ever made: deleting a recipient gives none back. phone_mark is a keyed hash.
    `create table recipient_attestations (
      id text primary key,
      account_id text not null,
      phone_mark text,
      email text not null,
      at integer not null,
      reported_at integer
    )`,
    `create index recipient_attestations_by_account on recipient_attestations (account_id, email)`,
    `create index recipient_attestations_by_phone on recipient_attestations (phone_mark, at)`,
  ],
};
