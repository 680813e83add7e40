import { LIMITS } from '../../../../shared/contract/limits.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { MINUTE } from '../../../platform/system/clock.ts';
import { lowerAscii } from '../../../platform/system/mail-address.ts';
import { OTHER_PARTY } from '../../../rules/trust/participants.ts';
import { recipientsOf } from '../recipients.ts';
import type { Submission } from '../submission.ts';
import type { Gate } from './gate.ts';
import { sentByAgents } from './sent-by-agents.ts';

/** Stops agents that answer an address endlessly, each time in another thread. */
export const recipientLoop: Gate = {
  name: 'recipient_loop',
  passed: "Agents haven't answered this address too often.",
  trace: 'authoring',
  perRecipient: true,
  remedies: {
    REPLY_LOOP_DETECTED: 'Wait, or have a person reply.',
  },
  async check({ context, db, submission, at }) {
    await assertNoRecipientLoop(db, submission, at ?? context.clock.now());
  },
};

/** Checked again in the transaction that stores the message, since replies may be sent in parallel. */
export async function assertNoRecipientLoop(db: Queries, submission: Submission, now: number): Promise<void> {
  for (const { address } of recipientsOf(submission)) {
    await assertNotTooOften(db, { ...submission, to: address }, now);
  }
}

async function assertNotTooOften(
  db: Queries,
  { principal, mailbox, thread, to }: Submission,
  now: number,
): Promise<void> {
  if (thread === null || principal.origin !== 'agent') return;
  const { messages, toAutomatic, minutes } = LIMITS.recipientLoop;
  const since = now - minutes * MINUTE;
  const recent = [
    ...(await answersTo(db, mailbox.id, { to, since })),
    ...(await answersToSeveral(db, mailbox.id, { to, since })),
  ];
  if (recent.length < messages) {
    if (recent.length < toAutomatic) return;
    const answered = await automaticAmong(db, mailbox.id, [thread.inReplyTo, ...recent]);
    if (!answered.has(thread.inReplyTo)) return;
    const automatic = recent.filter((id) => answered.has(id));
    if (automatic.length < toAutomatic) return;
  }
  throw new ServiceError(
    'REPLY_LOOP_DETECTED',
    { thread_id: thread.threadId, recipient: to },
    { message: 'Agents answered this address too often. Wait, or have a person reply.' },
  );
}

interface RecentAnswers {
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Message-IDs that agents answered with messages of which an address is the first recipient. */
async function answersTo(db: Queries, mailboxId: string, { to, since }: RecentAnswers): Promise<string[]> {
  const rows = await sentByAgents(db, mailboxId, since)
    .select('messages.in_reply_to')
    .where(OTHER_PARTY, '=', to.toLowerCase())
    .where('messages.in_reply_to', 'is not', null)
    .limit(LIMITS.recipientLoop.messages)
    .execute();
  return rows.flatMap(({ in_reply_to: id }) => id ?? []);
}

/** Those that agents answered with messages of which an address is a later recipient. */
async function answersToSeveral(
  db: Queries,
  mailboxId: string,
  { to, since }: RecentAnswers,
): Promise<string[]> {
  const rows = await sentByAgents(db, mailboxId, since)
    .select(['messages.in_reply_to', 'messages.recipients'])
    .where('messages.recipients', 'is not', null)
    .where('messages.in_reply_to', 'is not', null)
    .execute();
  const wanted = lowerAscii(to);
  return rows.flatMap(({ in_reply_to: id, recipients }) => {
    const others = recipients?.slice(1).filter(({ status }) => status !== 'skipped');
    const isLater = others?.some(({ address }) => lowerAscii(address) === wanted);
    return isLater && id !== null ? [id] : [];
  });
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
