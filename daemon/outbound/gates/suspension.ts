import { denied } from '../../errors.ts';
import type { Gate } from './gate.ts';

/** Account, mailbox and domain may send. */
export const suspension: Gate = {
  name: 'suspension',
  async check({ db, submission }) {
    if (submission.principal.account.status === 'suspended')
      throw denied('ACCOUNT_SUSPENDED', 'account_state');
    if (submission.mailbox.status === 'paused') throw denied('MAILBOX_SUSPENDED', 'account_state');
    const { platform_domain_status: domain } = await db
      .selectFrom('accounts')
      .select('platform_domain_status')
      .where('id', '=', submission.principal.account.id)
      .executeTakeFirstOrThrow();
    if (domain === 'suspended') throw denied('DOMAIN_SUSPENDED', 'account_state');
  },
};
