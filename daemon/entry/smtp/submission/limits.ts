import { LIMITS } from '../../../../shared/contract/limits.ts';
import { MINUTE } from '../../../platform/system/clock.ts';
import { SMTP_LIMITS, type SmtpLimits } from '../limits.ts';

/**
 * More recipients than a send may have: it's refused as a whole then. A refusal at RCPT would let a mail
 * server send to some of them, and the rest later.
 */
export const SUBMISSION_LIMITS: SmtpLimits = {
  ...SMTP_LIMITS,
  recipients: LIMITS.recipientListEntries,
  // A send over a relay may take minutes, and mail programs send several messages in a session.
  sessionTime: 30 * MINUTE,
  unfinishedBytes: 100_000_000,
};

/** Failed logins after which a session ends. */
export const MOST_FAILED_LOGINS = 3;
