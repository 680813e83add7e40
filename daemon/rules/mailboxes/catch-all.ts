import type { setCatchAll as contract } from '../../../shared/contract/domains.ts';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { Principal } from '../../access/principal.ts';
import { type DomainView, projectDomain } from '../../network/domains/project.ts';
import { type DomainRow, resolveDomain } from '../../network/domains/table.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { RulesContext } from '../context.ts';
import { resolveMailbox } from './table.ts';

/** Chooses the mailbox that gets mail to names of a domain that no mailbox has, or none. */
export async function setCatchAll(
  context: RulesContext,
  principal: Principal,
  { id, body }: { readonly id: string; readonly body: BodyOf<typeof contract> },
): Promise<DomainView> {
  const row = await context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db } = transaction;
    const row = await resolveDomain(db, principal, id);
    const chosen = await chosenMailbox(db, principal, { row, reference: body.mailbox });
    if (row.catch_all_mailbox_id === chosen) return row;
    await db.updateTable('domains').set({ catch_all_mailbox_id: chosen }).where('id', '=', row.id).execute();
    await transaction.audit({
      kind: 'domain.catch_all.updated',
      accountId: row.account_id,
      actor: principal.actor,
      target: row.id,
      before: { mailbox_id: row.catch_all_mailbox_id },
      after: { mailbox_id: chosen },
    });
    return { ...row, catch_all_mailbox_id: chosen };
  });
  return projectDomain(context, row);
}

interface CatchAllChoice {
  readonly row: DomainRow;
  readonly reference: string | null;
}

async function chosenMailbox(
  db: Queries,
  principal: Principal,
  { row, reference }: CatchAllChoice,
): Promise<string | null> {
  if (reference === null) return null;
  if (row.transport_mode === 'self_hosted') {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'self_hosted' },
      { message: 'The servers of a self-hosted domain decide where its mail goes. Set a catch-all there.' },
    );
  }
  return (await resolveMailbox(db, principal, { reference, unbound: 'masked_404' })).id;
}
