import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { MessageState } from '../../../shared/contract/messages.ts';
import type { deleteMessage as contract } from '../../../shared/contract/review.ts';
import { assertBound, type Principal } from '../../access/principal.ts';
import { denied, notFound, ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { mailboxIsHeld } from '../../rules/legal-holds/table.ts';
import type { MailContext } from '../context.ts';
import { blobsLeftOf, type LeftBlobs, removeBlobs } from './delete-blobs.ts';
import { type Purged, purgeContent } from './delete-content.ts';
import { isTransition } from './transitions/table.ts';
import { transition } from './transitions/transition.ts';

type DeletedMessage = ReplyOf<typeof contract>;

/**
 * Deletes a message: its bytes are purged, its place in mailbox and thread stays. A second call changes
 * nothing.
 */
export async function deleteMessage(
  context: MailContext,
  principal: Principal,
  id: string,
): Promise<DeletedMessage> {
  assertDeletePolicy(principal);
  const purged = await context.store.write({ account: principal.account.id }, (transaction) =>
    purge(context, transaction, { principal, id }),
  );
  if (purged === null) return answer(id, 0, await blobsLeftOf(context.store.read, id));
  const left = await removeBlobs(context, { id, accountId: principal.account.id }, purged);
  return answer(id, purged.derivatives, left);
}

/** Agents delete only where the account lets them. */
function assertDeletePolicy({ role, account }: Principal): void {
  if (role === 'admin' || account.agentDeleteEnabled) return;
  throw denied('MESSAGE_DELETE_NOT_PERMITTED', {
    reason_axis: 'account_policy',
    reason: 'agent_delete_disabled',
    agent_instructions: ["Keep the message, or ask the account's owner to let agents delete messages."],
  });
}

/** Purges a message; null when it was already deleted. */
async function purge(
  context: MailContext,
  transaction: Transaction,
  { principal, id }: { readonly principal: Principal; readonly id: string },
): Promise<Purged | null> {
  const { db } = transaction;
  const message = await db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', principal.account.id)
    .executeTakeFirst();
  if (!message) throw notFound('Message not found.');
  assertBound(principal, message.mailbox_id);
  const { state } = message;
  if (state === 'deleted') return null;
  if (await mailboxIsHeld(db, message.account_id, message.mailbox_id)) {
    throw new ServiceError('LEGAL_HOLD_ACTIVE');
  }
  if (!isDeletable(state)) throw new ServiceError('CONFLICT', { state });
  const { columns, ...purged } = await purgeContent(context, transaction, message);
  await transition(transaction, message, {
    to: 'deleted',
    cause: 'deleted',
    actor: principal.actor,
    columns,
  });
  return purged;
}

/** Drafts are deleted with their own endpoint. */
function isDeletable(state: MessageState): boolean {
  return state !== 'draft' && isTransition(state, 'deleted');
}

function answer(id: string, derivatives: number, left: LeftBlobs): DeletedMessage {
  return {
    status: 'deleted',
    message_id: id,
    raw_mime_deleted: !left.raw,
    derivatives_tombstoned: derivatives,
    r2_objects_failed: [...left.blobs],
  };
}
