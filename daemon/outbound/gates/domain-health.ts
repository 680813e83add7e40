import { sendingDomain } from '../../domains/state.ts';
import { ServiceError } from '../../errors.ts';
import type { Gate } from './gate.ts';

/** Seconds after which asking again makes sense. */
const RETRY_AFTER = 60;

/** Mail from the mailbox's domain goes out at the moment. */
export const domainHealth: Gate = {
  name: 'domain_health',
  async check({ db, submission }) {
    const { health } = await sendingDomain(db, submission.mailbox);
    if (health === 'unhealthy') throw new ServiceError('DOMAIN_UNHEALTHY', { retry_after: RETRY_AFTER });
    if (health === 'unavailable') throw new ServiceError('DOMAIN_UNAVAILABLE', { retry_after: RETRY_AFTER });
  },
};
