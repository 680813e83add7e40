import { LIMITS } from '../../../../shared/contract/limits.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { DAY } from '../../../platform/system/clock.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import { standingOf } from '../../../rules/budgets/standing.ts';
import type { Gate } from './gate.ts';

/** The trial isn't over. */
export const trialClock: Gate = {
  name: 'trial_clock',
  passed: "The account isn't in an expired trial.",
  trace: 'send_budget',
  remedies: {
    SANDBOX_TRIAL_EXPIRED: 'Choose a paid plan.',
  },
  repeated: true,
  async check({ context, db, submission, at }) {
    const account = await standingOf(db, submission.principal.account.id);
    if (account.tier !== 'sandbox' || account.trial_started_at === null) return;
    const end = account.trial_started_at + LIMITS.trialDays * DAY;
    if ((at ?? context.clock.now()) < end) return;
    throw new ServiceError('SANDBOX_TRIAL_EXPIRED', { expired_at: isoTime(end) });
  },
};
