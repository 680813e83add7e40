import type { MailboxRow } from '../mailboxes/table.ts';
import { DAY, HOUR } from '../system/clock.ts';

const TIME_OF: Readonly<Record<MailboxRow['approval_expiry'], number | null>> = {
  '24h': 24 * HOUR,
  '72h': 72 * HOUR,
  '7d': 7 * DAY,
  never: null,
};

/** When a message that waits for approval since `heldAt` is denied; null for never (decisions 4.21). */
export function approvalDeadline(expiry: MailboxRow['approval_expiry'], heldAt: number): number | null {
  const time = TIME_OF[expiry];
  return time === null ? null : heldAt + time;
}
