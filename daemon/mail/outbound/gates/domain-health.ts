import { sendingDomain } from '../../../network/domains/state.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Gate } from './gate.ts';

/** `Retry-After`, in seconds. */
const RETRY_AFTER = 60;

/** The mailbox's domain is healthy. */
export const domainHealth: Gate = {
  name: 'domain_health',
  passed: 'The domain of the mailbox is healthy.',
  trace: 'authoring',
  remedies: {
    DOMAIN_UNHEALTHY: 'Try again when the domain is healthy.',
    DOMAIN_UNAVAILABLE: 'Try again when the domain is available.',
  },
  repeated: true,
  async check({ db, submission }) {
    const { health } = await sendingDomain(db, submission.mailbox);
    if (health === 'unhealthy') throw new ServiceError('DOMAIN_UNHEALTHY', { retry_after: RETRY_AFTER });
    if (health === 'unavailable') throw new ServiceError('DOMAIN_UNAVAILABLE', { retry_after: RETRY_AFTER });
  },
};
