import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isContinuity } from '../../../rules/budgets/continuity.ts';
import type { Gate } from './gate.ts';

/** A mailbox left over from the trial answers, but begins no conversation: it has no reputation. */
export const continuity: Gate = {
  name: 'continuity',
  passed: 'The mailbox may start threads.',
  trace: 'recipient_authority',
  perRecipient: true,
  remedies: {
    ESTATE_CONTINUITY_REPLY_ONLY: 'Reply in a thread, or send from a mailbox created after the trial.',
  },
  async check({ submission }) {
    const { kind, mailbox, principal } = submission;
    if (kind === 'fresh' && isContinuity(mailbox, principal.account.tier)) {
      throw new ServiceError('ESTATE_CONTINUITY_REPLY_ONLY');
    }
  },
};
