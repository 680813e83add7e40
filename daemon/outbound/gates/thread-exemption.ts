import { isParticipant } from '../../messages/participants.ts';
import type { GateScene } from './gate.ts';

/**
 * Whether the message answers somebody who wrote in its thread. A mailbox whose instruction trust guards the
 * recipient knows no such exemption for agents (decisions 4.28).
 */
export async function answersParticipant({ db, submission }: GateScene): Promise<boolean> {
  const { mailbox, principal, thread, to } = submission;
  if (thread === null) return false;
  const guarded =
    mailbox.instruction_trust_mode === 'enabled' && mailbox.instruction_trust_strict_recipient === 1;
  if (guarded && principal.origin === 'agent') return false;
  return isParticipant(db, mailbox.id, thread.threadId, to);
}
