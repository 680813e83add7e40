import { LIMITS } from '../../../../shared/contract/limits.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { MINUTE } from '../../../platform/system/clock.ts';
import { OTHER_PARTY } from '../../../rules/trust/participants.ts';
import type { Submission } from '../submission.ts';
import type { Gate } from './gate.ts';
import { sentByAgents } from './sent-by-agents.ts';

/** Stops agents that answer an address endlessly, each time in another thread. */
export const recipientLoop: Gate = {
  name: 'recipient_loop',
  passed: "Agents haven't answered this address too often.",
  trace: 'authoring',
  remedies: {
    REPLY_LOOP_DETECTED: 'Wait, or have a person reply.',
  },
  async check({ context, db, submission, at }) {
    await assertNoRecipientLoop(db, submission, at ?? context.clock.now());
  },
};

/** Checked again in the transaction that stores the message, since replies may be sent in parallel. */
export async function assertNoRecipientLoop(
  db: Queries,
  { principal, mailbox, thread, to }: Submission,
  now: number,
): Promise<void> {
  if (thread === null || principal.origin !== 'agent') return;
  const { messages, toAutomatic, minutes } = LIMITS.recipientLoop;
  const recent = await sentByAgents(db, mailbox.id, now - minutes * MINUTE)
    .select('messages.in_reply_to')
    .where(OTHER_PARTY, '=', to.toLowerCase())
    .where('messages.in_reply_to', 'is not', null)
    .limit(messages)
    .execute();
  if (recent.length < messages) {
    if (recent.length < toAutomatic) return;
    const answered = await automaticAmong(db, mailbox.id, [
      thread.inReplyTo,
      ...recent.flatMap(({ in_reply_to: id }) => id ?? []),
    ]);
    if (!answered.has(thread.inReplyTo)) return;
    const automatic = recent.filter(({ in_reply_to: id }) => id !== null && answered.has(id));
    if (automatic.length < toAutomatic) return;
  }
  throw new ServiceError(
    'REPLY_LOOP_DETECTED',
    { thread_id: thread.threadId, recipient: to },
    { message: 'Agents answered this address too often. Wait, or have a person reply.' },
  );
}

/** Those of these Message-IDs that belong to automatic mail. */
async function automaticAmong(
  db: Queries,
  mailboxId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('messages')
    .select('rfc_message_id')
    .where('mailbox_id', '=', mailboxId)
    .where('rfc_message_id', 'in', [...new Set(ids)])
    .where('direction', '=', 'inbound')
    .where('automatic', 'is not', null)
    .execute();
  return new Set(rows.map(({ rfc_message_id: id }) => id));
}
