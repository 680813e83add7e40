/** Scopes of a proof by text message, one per action. */
export const ACTION_SCOPES = [
  'account_policy_loosen',
  'mailbox_policy_loosen',
  'attachment_raw_enable',
  'outbound_attachments_enable',
  'trusted_source_grant',
  'instruction_trust_enable',
  'strict_recipient_off',
  'notices_loosen',
  'key_instruction_trust_enable',
  'password_change',
  'email_change',
  'mfa_change',
  'phone_change',
] as const;
export type ActionScope = (typeof ACTION_SCOPES)[number];
