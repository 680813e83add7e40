import { denied } from '../../errors.ts';
import type { Gate } from './gate.ts';

/** Account and mailbox may send. */
export const suspension: Gate = {
  name: 'suspension',
  async check({ submission }) {
    if (submission.principal.account.status === 'suspended')
      throw denied('ACCOUNT_SUSPENDED', 'account_state');
    if (submission.mailbox.status === 'paused') throw denied('MAILBOX_SUSPENDED', 'account_state');
  },
};
