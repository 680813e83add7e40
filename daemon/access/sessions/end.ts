import { notFound } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { AccessContext } from '../context.ts';
import type { Principal } from '../principal.ts';

export function endSession(context: AccessContext, principal: Principal, sessionId: string): Promise<void> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const result = await transaction.db
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('account_id', '=', principal.account.id)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) throw notFound('Session not found.');
    await transaction.audit({
      kind: 'session.ended',
      accountId: principal.account.id,
      actor: principal.actor,
      target: sessionId,
    });
    transaction.publish({ kind: 'account', id: principal.account.id });
  });
}

/** Ends every session of an account, keeping `except`. */
export async function endSessions(
  transaction: Transaction,
  accountId: string,
  except: string | null = null,
): Promise<void> {
  let query = transaction.db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (except !== null) query = query.where('id', '!=', except);
  await query.execute();
  transaction.publish({ kind: 'account', id: accountId });
}
