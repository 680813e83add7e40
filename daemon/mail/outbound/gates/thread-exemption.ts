import { countingMail, isParticipant } from '../../../rules/trust/participants.ts';
import type { GateScene } from './gate.ts';

/**
 * Whether the message goes to an address that wrote in its thread; with `participant_authentication`
 * `authenticated`, in mail that proves it. Under the strict recipient guard agents have no exemption, since a
 * trusted instruction could name a new recipient.
 */
export async function answersParticipant({ db, submission }: GateScene): Promise<boolean> {
  const { mailbox, principal, thread, to } = submission;
  if (thread === null) return false;
  const guarded = mailbox.instruction_trust_mode === 'enabled' && mailbox.instruction_trust_strict_recipient;
  if (guarded && principal.origin === 'agent') return false;
  const place = { mailboxId: mailbox.id, threadId: thread.threadId, address: to };
  return isParticipant(db, place, countingMail(mailbox));
}
