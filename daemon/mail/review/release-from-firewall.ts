import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { mailboxById } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { intakeEntry } from '../inbound/intake-entry.ts';
import { resolveMessage } from '../messages/table.ts';
import { transition } from '../messages/transitions/transition.ts';
import { decidedMeanwhile } from './held.ts';

/** Releases a message that the sender policy refused; it's then scanned like any other. */
export async function releaseFromFirewall(
  context: MailContext,
  principal: Principal,
  id: string,
): Promise<{ message_id: string; state: 'scanning' }> {
  const db = context.store.read;
  const message = await resolveMessage(db, principal, { id, unbound: 'denied_403' });
  if (message.state !== 'firewall_blocked') throw new ServiceError('CONFLICT', { state: message.state });
  const mailbox = await mailboxById(db, message.mailbox_id);
  if (!mailbox || mailbox.status === 'deleted') {
    throw new ServiceError('CONFLICT', { reason: 'mailbox_deleted' });
  }
  const moved = await context.store.write(accountScope(message), (transaction) =>
    transition(transaction, message, {
      to: 'scanning',
      cause: 'let_in',
      actor: principal.actor,
      block: message.firewall_block,
      arrived: intakeEntry(message),
    }),
  );
  if (!moved) throw await decidedMeanwhile(context, message.id);
  return { message_id: message.id, state: 'scanning' };
}
