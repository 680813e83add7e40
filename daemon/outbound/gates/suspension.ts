import { sendingDomain } from '../../domains/state.ts';
import { denied } from '../../errors.ts';
import type { Gate } from './gate.ts';

/** Account, mailbox and domain may send. */
export const suspension: Gate = {
  name: 'suspension',
  async check({ db, submission }) {
    if (submission.principal.account.status === 'suspended')
      throw denied('ACCOUNT_SUSPENDED', 'account_state');
    if (submission.mailbox.status === 'paused') throw denied('MAILBOX_SUSPENDED', 'account_state');
    const { status } = await sendingDomain(db, submission.mailbox);
    if (status === 'suspended') throw denied('DOMAIN_SUSPENDED', 'account_state');
  },
};
