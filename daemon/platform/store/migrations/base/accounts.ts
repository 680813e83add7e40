/**
 * Accounts and access: keys, sessions, codes, legal holds, send budgets. Times are milliseconds since 1970.
 */
export const accountsSchema: readonly string[] = [
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
    created_at integer not null,
    password_hash text,
    mfa_method text not null default 'none',
    totp_secret blob,
    totp_used_steps text not null default '[]',
    email_changed_at integer,
    default_policy_mode text,
    trial_started_at integer,
    trial_sends_used integer not null default 0,
    billing_exempt integer not null default 0,
    warmup text,
    platform_domain_status text not null default 'active',
    platform_domain_health text not null default 'healthy',
    url_reputation_active integer not null default 1,
    url_reputation_version text,
    deleted_at integer,
    erased_at integer,
    signup_pending integer not null default 0
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

  // One row per code, link or grant that was handed out. The secret itself is stored as a keyed hash.
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

  `create table send_budget (
    account_id text not null,
    day text not null,
    count integer not null,
    primary key (account_id, day)
  ) without rowid`,
];
