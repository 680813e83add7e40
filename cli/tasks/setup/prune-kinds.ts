/** Kinds of things that `--prune` deletes, if the file doesn't name them. */
export const PRUNE_KINDS = [
  'mailboxes',
  'allowlist',
  'sender_allowlist',
  'suppressions',
  'blocked_senders',
  'addresses',
  'keys',
  'domains',
  'webhooks',
  'notices',
] as const;
export type PruneKind = (typeof PRUNE_KINDS)[number];
