import { sendingDomain } from '../../../network/domains/state.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Gate } from './gate.ts';

/** Account, mailbox and domain may send. */
export const suspension: Gate = {
  name: 'suspension',
  passed: 'Account, mailbox and domain are active.',
  trace: 'authoring',
  remedies: {
    ACCOUNT_SUSPENDED: 'Ask the operator to lift the suspension.',
    MAILBOX_SUSPENDED: 'Ask the operator to resume the mailbox.',
  },
  repeated: true,
  async check({ db, submission }) {
    if (submission.principal.account.status === 'suspended') throw new ServiceError('ACCOUNT_SUSPENDED');
    if (submission.mailbox.status === 'paused') throw new ServiceError('MAILBOX_SUSPENDED');
    const { status } = await sendingDomain(db, submission.mailbox);
    if (status === 'suspended') throw new ServiceError('DOMAIN_SUSPENDED');
  },
};
