import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import type { Actor } from '../../../platform/store/actor.ts';
import type { BlockedSendsTable } from '../../../platform/store/schema.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import type { RulesContext } from '../../context.ts';

/** A real send, not a dry run. */
export interface SendAttempt {
  readonly accountId: string;
  readonly mailboxId: string;
  readonly recipient: string;
  readonly actor: Actor;
  readonly origin: BlockedSendsTable['origin'];
  /** Only for the dispatch of a scheduled draft. */
  readonly draftId: string | null;
}

/**
 * Logs a refusal by a recipient rule of the mailbox, in a transaction of its own: the refused request changes
 * nothing else.
 */
export async function recordBlockedSend(
  context: RulesContext,
  attempt: SendAttempt,
  code: ErrorCode,
): Promise<void> {
  await context.store.write({ account: attempt.accountId }, async (transaction) => {
    const recipient = attempt.recipient.toLowerCase();
    await transaction.db
      .insertInto('blocked_sends')
      .values({
        account_id: attempt.accountId,
        mailbox_id: attempt.mailboxId,
        recipient,
        code,
        actor_type: attempt.actor.type,
        actor_id: attempt.actor.id,
        origin: attempt.origin,
        draft_id: attempt.draftId,
        attempted_at: transaction.now,
      })
      .execute();
    // The event tells of the allowlist gate only (specification, events).
    if (code === 'RECIPIENT_NOT_ON_ALLOWLIST') await announce(transaction, attempt, recipient);
  });
}

function announce(transaction: Transaction, attempt: SendAttempt, recipient: string): Promise<void> {
  return transaction.emit({
    type: 'recipient_allowlist.blocked_attempt',
    accountId: attempt.accountId,
    mailboxId: attempt.mailboxId,
    data: {
      mailbox_id: attempt.mailboxId,
      recipient,
      origin: attempt.origin,
      draft_id: attempt.draftId,
      attempted_at: isoTime(transaction.now),
      actor_type: attempt.actor.type,
      actor_id: attempt.actor.id,
    },
  });
}
