import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isSuppressed } from '../../../rules/recipients/suppressions.ts';
import type { Gate } from './gate.ts';

/** The recipient is not on the account's do-not-contact list. Runs before every other rule. */
export const suppression: Gate = {
  name: 'suppression',
  passed: "The recipient isn't on the suppression list.",
  trace: 'recipient_authority',
  perRecipient: true,
  remedies: {
    RECIPIENT_SUPPRESSED: 'Remove the recipient from the suppression list if they want mail again.',
  },
  repeated: true,
  recheck: { reason: 'recipient_suppressed', staysHeld: true },
  async check({ db, submission }) {
    if (await isSuppressed(db, submission.principal.account.id, submission.to)) {
      throw new ServiceError('RECIPIENT_SUPPRESSED', { reason: 'suppressed' });
    }
  },
};
