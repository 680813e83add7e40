import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/trust.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { RulesContext } from '../context.ts';
import { resolveMailbox } from '../mailboxes/table.ts';
import { projectSource, tellTrust } from './table.ts';

/** Current and past sources of a mailbox, newest first. */
export async function listSources(
  context: Pick<RulesContext, 'store' | 'clock'>,
  principal: Principal,
  reference: string,
): Promise<ReplyOf<typeof contract.listTrustedSources>> {
  const mailbox = await resolveMailbox(context.store.read, principal, { reference, unbound: 'denied_403' });
  const rows = await context.store.read
    .selectFrom('trusted_sources')
    .selectAll()
    .where('mailbox_id', '=', mailbox.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const now = context.clock.now();
  return { mailbox_id: mailbox.id, sources: rows.map((row) => projectSource(row, now)) };
}

/** Revokes a source; repeating it only reports that. */
export function revokeSource(
  context: RulesContext,
  principal: Principal,
  { reference, sourceId }: { readonly reference: string; readonly sourceId: string },
): Promise<ReplyOf<typeof contract.revokeTrustedSource>> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
    const row = await db
      .selectFrom('trusted_sources')
      .selectAll()
      .where('id', '=', sourceId)
      .where('mailbox_id', '=', mailbox.id)
      .executeTakeFirst();
    if (!row) throw new ServiceError('TRUSTED_SOURCE_NOT_FOUND');
    if (row.revoked_at !== null) return { ...projectSource(row, now), already_revoked: true };
    const revoked = { ...row, revoked_at: now };
    await db.updateTable('trusted_sources').set({ revoked_at: now }).where('id', '=', row.id).execute();
    await transaction.audit({
      kind: 'trusted_source.revoked',
      accountId: row.account_id,
      mailboxId: row.mailbox_id,
      actor: principal.actor,
      target: row.id,
      before: { value: row.value },
    });
    await tellTrust(transaction, { type: 'trusted_source.revoked', row: revoked, actor: principal.actor });
    return { ...projectSource(revoked, now), already_revoked: false };
  });
}
