import type { MailboxRow } from '../../platform/store/schema.ts';
import { DAY, HOUR } from '../../platform/system/clock.ts';

/** Milliseconds that a message waits for approval before the daemon denies it; null for no end. */
export const APPROVAL_TIME: Readonly<Record<MailboxRow['approval_expiry'], number | null>> = {
  '24h': 24 * HOUR,
  '72h': 72 * HOUR,
  '7d': 7 * DAY,
  never: null,
};
