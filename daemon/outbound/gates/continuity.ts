import { isContinuity } from '../../accounts/continuity.ts';
import { ServiceError } from '../../errors.ts';
import type { Gate } from './gate.ts';

/** The trial's mailbox of a paid account answers, but begins no conversation (decisions 3.9). */
export const continuity: Gate = {
  name: 'continuity',
  async check({ submission }) {
    const { kind, mailbox, principal } = submission;
    if (kind === 'fresh' && isContinuity(mailbox, principal.account.tier)) {
      throw new ServiceError('ESTATE_CONTINUITY_REPLY_ONLY');
    }
  },
};
