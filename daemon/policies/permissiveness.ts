import type { MailboxRow } from '../store/schema.ts';

/** From strict to loose: a later value lets agents do more. */

const AUTHORING: readonly MailboxRow['agent_authoring_mode'][] = [
  'read_only',
  'draft_only',
  'send_and_draft',
];
const REVIEW: readonly MailboxRow['hitl_mode'][] = ['all_outbound', 'risky_only', 'disabled'];
const EXPIRY: readonly MailboxRow['approval_expiry'][] = ['24h', '72h', '7d', 'never'];

function isLater<T>(order: readonly T[], before: T, after: T): boolean {
  return order.indexOf(after) > order.indexOf(before);
}

export function isLooserAuthoring(
  before: MailboxRow['agent_authoring_mode'],
  after: MailboxRow['agent_authoring_mode'],
): boolean {
  return isLater(AUTHORING, before, after);
}

export function isLooserReview(before: MailboxRow['hitl_mode'], after: MailboxRow['hitl_mode']): boolean {
  return isLater(REVIEW, before, after);
}

export function isLongerExpiry(
  before: MailboxRow['approval_expiry'],
  after: MailboxRow['approval_expiry'],
): boolean {
  return isLater(EXPIRY, before, after);
}
