import type { Migration } from './migration.ts';

/** People: sessions, passwords, second factors, codes that prove something; and what tiers count. */
export const access: Migration = {
  version: 2,
  name: 'access',
  statements: [
    `alter table accounts add column password_hash text`,
    `alter table accounts add column mfa_method text not null default 'none'`,
    `alter table accounts add column totp_secret blob`,
    `alter table accounts add column totp_used_steps text not null default '[]'`,
    `alter table accounts add column email_changed_at integer`,
    `alter table accounts add column default_policy_mode text`,
    `alter table accounts add column trial_started_at integer`,
    `alter table accounts add column trial_sends_used integer not null default 0`,
    `alter table accounts add column billing_exempt integer not null default 0`,
    `alter table accounts add column warmup text`,
    `alter table accounts add column platform_domain_status text not null default 'active'`,
    `alter table accounts add column platform_domain_health text not null default 'healthy'`,
    `alter table accounts add column url_reputation_active integer not null default 1`,
    `alter table accounts add column url_reputation_version text`,
    `alter table accounts add column deleted_at integer`,
    `alter table accounts add column erased_at integer`,
    `update accounts set trial_started_at = created_at where tier = 'sandbox'`,

    // A refund goes back to the trial total only when the charge was taken from it.
    `alter table messages add column charged_to_trial integer not null default 0`,
    `create index messages_by_account on messages (account_id, direction, created_at)`,
    `alter table messages add column dispatched_at integer`,
    `create index messages_by_dispatch on messages (account_id, dispatched_at) where dispatched_at is not null`,

    `create table sessions (
      id text primary key,
      account_id text not null references accounts (id),
      token_hash blob not null unique,
      created_at integer not null,
      last_seen_at integer not null,
      expires_at integer not null,
      address text not null,
      user_agent text
    )`,
    `create index sessions_by_account on sessions (account_id, created_at)`,

    // One row per code, link or grant that was handed out; the secret itself is kept as a keyed hash.
    `create table challenges (
      id text primary key,
      account_id text references accounts (id),
      session_id text,
      kind text not null,
      code_hash blob not null,
      target text,
      scope text,
      values_hash blob,
      attempts integer not null default 0,
      created_at integer not null,
      expires_at integer not null,
      ended_at integer
    )`,
    `create index challenges_by_account on challenges (account_id, kind, created_at)`,
    `create index challenges_by_code on challenges (code_hash)`,
    `create index challenges_by_age on challenges (expires_at)`,

    `create table recovery_codes (
      account_id text not null references accounts (id),
      code_hash blob not null,
      used_at integer,
      primary key (account_id, code_hash)
    ) without rowid`,

    `create table sms_log (
      id text primary key,
      phone_number text not null,
      account_id text not null,
      address text not null,
      at integer not null
    )`,
    `create index sms_log_by_phone on sms_log (phone_number, at)`,
    `create index sms_log_by_account on sms_log (account_id, at)`,
    `create index sms_log_by_address on sms_log (address, at)`,

    `create table legal_holds (
      id text primary key,
      account_id text not null references accounts (id),
      scope text not null,
      mailbox_id text,
      case_reference text,
      reason text not null,
      applied_at integer not null,
      applied_by_type text not null,
      applied_by_id text not null,
      released_at integer,
      released_by_type text,
      release_reason text
    )`,
    `create index legal_holds_by_account on legal_holds (account_id, applied_at)`,
  ],
};
