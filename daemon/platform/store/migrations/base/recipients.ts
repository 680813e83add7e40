/** Whom accounts may write to and who may write in: verified recipients, address lists, and refused mail. */
export const recipientsSchema: readonly string[] = [
  // A pending row past expires_at has expired.
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

  // Adds and resends for the rolling windows. They count even when the recipient is deleted.
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

  // One table for all lists. The owner is an account or a mailbox; `seq` is the order of adding.
  `create table list_entries (
    seq integer primary key,
    list text not null,
    owner_id text not null,
    pattern text not null,
    reason text,
    source text,
    added_by_actor_type text,
    added_by_actor_id text,
    latest_complaint_at integer,
    complaint_count integer not null default 0,
    created_at integer not null
  )`,
  `create unique index list_entries_by_pattern on list_entries (list, owner_id, pattern)`,
  `create index list_entries_by_age on list_entries (list, owner_id, seq)`,
  `create index list_entries_by_reason on list_entries (list, owner_id, reason, seq) where reason is not null`,

  `create table list_add_budget (
    account_id text not null,
    hour integer not null,
    count integer not null,
    primary key (account_id, hour)
  ) without rowid`,

  `create table blocked_sends (
    seq integer primary key,
    account_id text not null,
    mailbox_id text not null,
    recipient text not null,
    code text not null,
    actor_type text not null,
    actor_id text not null,
    origin text not null,
    draft_id text,
    attempted_at integer not null
  )`,
  `create index blocked_sends_by_mailbox on blocked_sends (mailbox_id, seq)`,
  `create index blocked_sends_by_age on blocked_sends (attempted_at)`,

  `create table blocked_arrivals (
    seq integer primary key,
    account_id text not null,
    mailbox_id text not null,
    message_id text not null,
    sender text not null,
    envelope_sender text,
    from_address text,
    matched_field text,
    matched_pattern text,
    mode text not null,
    reason_code text not null,
    attempted_at integer not null
  )`,
  `create index blocked_arrivals_by_mailbox on blocked_arrivals (mailbox_id, seq)`,
  `create index blocked_arrivals_by_age on blocked_arrivals (attempted_at)`,
];
