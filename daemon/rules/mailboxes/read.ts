import type { MailboxView } from '../../../shared/contract/mailboxes.ts';
import type { Principal } from '../../access/principal.ts';
import type { RulesContext } from '../context.ts';
import { projectFor } from './project.ts';
import { resolveMailbox } from './table.ts';

/** Live mailboxes in order of creation; an agent key gets its own. */
export async function listMailboxes(
  context: Pick<RulesContext, 'store'>,
  principal: Principal,
): Promise<{ mailboxes: MailboxView[] }> {
  let query = context.store.read
    .selectFrom('mailboxes')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .where('status', '!=', 'deleted');
  if (principal.role === 'agent') query = query.where('id', 'in', [...principal.mailboxIds]);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
  return { mailboxes: rows.map((row) => projectFor(principal, row)) };
}

export async function getMailbox(
  context: Pick<RulesContext, 'store'>,
  principal: Principal,
  reference: string,
): Promise<MailboxView> {
  const row = await resolveMailbox(context.store.read, principal, { reference, unbound: 'masked_404' });
  return projectFor(principal, row);
}
