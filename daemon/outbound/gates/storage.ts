import { storageLimit } from '../../accounts/storage.ts';
import { denied } from '../../errors.ts';
import type { Gate } from './gate.ts';

/** The account has room for the message. */
export const storage: Gate = {
  name: 'storage',
  async check({ db, submission }) {
    const account = await db
      .selectFrom('accounts')
      .select(['tier', 'storage_limit_bytes', 'used_bytes'])
      .where('id', '=', submission.principal.account.id)
      .executeTakeFirstOrThrow();
    const limit = storageLimit(account);
    if (account.used_bytes + Buffer.byteLength(submission.body) > limit) {
      throw denied('STORAGE_QUOTA_EXCEEDED', 'tier', { used_bytes: account.used_bytes, limit_bytes: limit });
    }
  },
};
