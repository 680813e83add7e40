import type { AccessContext } from '../../access/context.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { type DomainView, projectDomain } from './project.ts';
import { resolveDomain } from './table.ts';

/** Makes a domain the default of new mailboxes. */
export async function setDefaultDomain(
  context: AccessContext,
  principal: Principal,
  id: string,
): Promise<DomainView> {
  const row = await context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db } = transaction;
    const row = await resolveDomain(db, principal, id);
    if (row.verification_status !== 'verified') {
      throw new ServiceError(
        'CONFLICT',
        { reason: 'domain_not_verified' },
        { message: 'Only a verified domain can be the default.' },
      );
    }
    if (row.is_default) return row;
    const accountId = principal.account.id;
    await db.updateTable('domains').set({ is_default: false }).where('account_id', '=', accountId).execute();
    await db.updateTable('domains').set({ is_default: true }).where('id', '=', row.id).execute();
    await transaction.audit({
      kind: 'domain.default.updated',
      accountId,
      actor: principal.actor,
      target: row.id,
      after: { domain_name: row.name },
    });
    return { ...row, is_default: true };
  });
  return projectDomain(context, row);
}
