import { LIMITS } from '../../../../shared/contract/limits.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { MINUTE } from '../../../platform/system/clock.ts';
import type { Submission } from '../submission.ts';
import type { Gate } from './gate.ts';
import { sentByAgents } from './sent-by-agents.ts';

/** Stops two agents that answer each other endlessly. */
export const replyLoop: Gate = {
  name: 'reply_loop',
  passed: "Agents haven't replied too often in this thread.",
  trace: 'authoring',
  remedies: {
    REPLY_LOOP_DETECTED: 'Wait, or have a person reply.',
  },
  async check({ context, db, submission, at }) {
    await assertNoReplyLoop(db, submission, at ?? context.clock.now());
  },
};

/** Checked again in the transaction that stores the message, since replies may be sent in parallel. */
export async function assertNoReplyLoop(
  db: Queries,
  { principal, mailbox, thread }: Submission,
  now: number,
): Promise<void> {
  if (thread === null || principal.origin !== 'agent') return;
  const { messages, minutes } = LIMITS.replyLoop;
  const recent = await sentByAgents(db, mailbox.id, now - minutes * MINUTE)
    .select('id')
    .where('thread_id', '=', thread.threadId)
    .limit(messages)
    .execute();
  if (recent.length >= messages)
    throw new ServiceError('REPLY_LOOP_DETECTED', { thread_id: thread.threadId });
}
