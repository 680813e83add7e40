import type { TraceGate } from '../../../shared/contract/mailbox-policies.ts';

/** The entries of a trace that group gates of a send; the others are made by themselves. */
export type AskedGroup = Exclude<TraceGate, 'content_scan' | 'human_review'>;

/** Sentences for groups of gates in which none refuses. */
export const PASSED_GROUP: Readonly<Record<AskedGroup, string>> = {
  authoring: 'The caller may send from this mailbox.',
  recipient_authority: 'The caller may write to this recipient.',
  send_window: 'The send window is open.',
  send_budget: 'The account has sends left today.',
};

/** Sentences for gates that let the message pass. */
export const PASSED: Readonly<Record<string, string>> = {
  suspension: 'Account, mailbox and domain are active.',
  authoring: 'The mailbox lets the caller send.',
  html: 'The message has no HTML that would be refused.',
  attachments: 'The message has no attachment that would be refused.',
  reply_loop: 'Agents did not write too often in this thread.',
  domain_health: 'The domain of the mailbox is healthy.',
  suppression: 'The recipient is not on the do-not-contact list.',
  continuity: 'The mailbox may start conversations.',
  containment: 'Agents of this mailbox are not contained, or may write to this recipient.',
  allowlist: 'The mailbox has no allowlist in force, or the recipient is on it.',
  sandbox_recipient: 'The plan lets the account write to this recipient.',
  deliverability: 'The recipient address can receive mail.',
  send_window: 'The mailbox has no send window that blocks at this time.',
  trial_clock: 'No trial is over.',
  storage: 'The account has storage left.',
  trial_total: 'No trial has used up its sends.',
  velocity: 'No hourly limit of a new sender is reached.',
  daily_budget: 'The account has sends left today.',
};
