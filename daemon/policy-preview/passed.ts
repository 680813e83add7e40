import type { TraceGate } from '../../shared/contract/mailbox-policies.ts';

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
  html: 'The message has no HTML that would be rejected.',
  attachments: 'The message has no attachment that would be rejected.',
  reply_loop: "Agents haven't replied too often in this thread.",
  domain_health: 'The domain of the mailbox is healthy.',
  suppression: "The recipient isn't on the suppression list.",
  continuity: 'The mailbox may start threads.',
  containment: 'Containment is off for this mailbox, or it allows this recipient.',
  allowlist: 'The mailbox has no allowlist in force, or the recipient is on it.',
  sandbox_recipient: 'The plan lets the account write to this recipient.',
  deliverability: 'The recipient address can receive mail.',
  send_window: 'No send window blocks sending at this time.',
  trial_clock: "The account isn't in an expired trial.",
  storage: 'The account has storage left.',
  trial_total: "The account isn't in a trial without sends left.",
  velocity: "The hourly limit of new senders isn't reached.",
  daily_budget: 'The account has sends left today.',
};
