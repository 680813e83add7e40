import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { setSenderPolicy as contract } from '../../../shared/contract/sender-lists.ts';
import { looseningsOf, MAILBOX_RULES } from '../../../shared/policies/loosening.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { hasEntries } from '../../platform/store/list-entries.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { RulesContext } from '../context.ts';
import { type MailboxRow, resolveMailbox } from '../mailboxes/table.ts';
import { assertMayLoosen, assertStillMayLoosen, proofIn } from '../policies/fresh-proof.ts';
import { SENDER_ALLOWLIST } from './allowlist.ts';

type SenderPolicyReply = ReplyOf<typeof contract>;
type Mode = MailboxRow['sender_policy_mode'];

/** Flips the sender policy of a mailbox; an agent may tighten it, never loosen it. */
export async function setSenderPolicy(
  context: RulesContext,
  principal: Principal,
  { params, body }: CallOf<typeof contract>,
): Promise<SenderPolicyReply> {
  const { mode, force_empty: forceEmpty } = body;
  const read = await resolveMailbox(context.store.read, principal, {
    reference: params.id,
    unbound: 'denied_403',
  });
  const { id } = read;
  if (principal.role === 'agent' && mode !== 'allowlist') throw new ServiceError('INSUFFICIENT_SCOPE');
  const loosenedIn = (row: MailboxRow) => looseningsOf(MAILBOX_RULES, row, { sender_policy_mode: mode });
  const loosened = loosenedIn(read);
  const proof = proofIn(body, 'mailbox_policy_loosen', { mailbox_id: id });
  await assertMayLoosen(context, principal, { loosened, proof });
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db } = transaction;
    const mailbox = await db
      .selectFrom('mailboxes')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await assertStillMayLoosen(transaction, principal, { proven: loosened, loosened: loosenedIn(mailbox) });
    const previous = mailbox.sender_policy_mode;
    if (previous === mode) return answer(id, { previous: mode, mode, at: changedAt(mailbox) });
    if (
      mode === 'allowlist' &&
      !forceEmpty &&
      !(await hasEntries(db, { list: SENDER_ALLOWLIST.name, ownerId: id }))
    ) {
      throw new ServiceError('SENDER_POLICY_FLIP_EMPTY_ALLOWLIST');
    }
    await flip(transaction, principal, { mailbox, mode });
    return answer(id, { previous, mode, at: transaction.now });
  });
}

async function flip(
  transaction: Transaction,
  principal: Principal,
  { mailbox, mode }: { readonly mailbox: MailboxRow; readonly mode: Mode },
): Promise<void> {
  const { db, now } = transaction;
  const previous = mailbox.sender_policy_mode;
  await db
    .updateTable('mailboxes')
    .set({ sender_policy_mode: mode, sender_policy_changed_at: now })
    .where('id', '=', mailbox.id)
    .execute();
  const of = { accountId: mailbox.account_id, mailboxId: mailbox.id };
  await transaction.audit({
    ...of,
    kind: 'mailbox.sender_policy_mode.updated',
    actor: principal.actor,
    target: mailbox.id,
    before: previous,
    after: mode,
  });
  await transaction.emit({
    ...of,
    type: 'mailbox.sender_policy_changed',
    data: {
      mailbox_id: mailbox.id,
      previous_mode: previous,
      sender_policy_mode: mode,
      changed_at: isoTime(now),
      actor_type: principal.actor.type,
      actor_id: principal.actor.id,
    },
  });
}

function changedAt(mailbox: MailboxRow): number {
  return mailbox.sender_policy_changed_at ?? mailbox.created_at;
}

function answer(
  id: string,
  { previous, mode, at }: { readonly previous: Mode; readonly mode: Mode; readonly at: number },
): SenderPolicyReply {
  return {
    mailbox_id: id,
    sender_policy_mode: mode,
    previous_mode: previous,
    changed_at: isoTime(at),
  };
}
