import { extended, ServiceError } from '../../../platform/errors/service-error.ts';
import { lowerAscii } from '../../../platform/system/mail-address.ts';
import { isParticipant } from '../../../rules/trust/participants.ts';
import { addresseesOf, type Recipient, recipientsOf } from '../recipients.ts';
import type { Submission } from '../submission.ts';
import type { Gate, GateScene } from './gate.ts';

/** A recipient whom a gate refuses. */
export interface RefusedRecipient {
  readonly recipient: Recipient;
  readonly gate: Gate;
  readonly refusal: ServiceError;
}

/**
 * Asks gates about a message to several, in order, and those that are about a recipient for each of them.
 * Returns the recipients who are refused; throws a refusal of the whole message.
 */
export async function refusedRecipients(
  scene: GateScene,
  gates: readonly Gate[],
): Promise<readonly RefusedRecipient[]> {
  const { submission } = scene;
  const refused: RefusedRecipient[] = [];
  let left = recipientsOf(submission);
  for (const gate of gates) {
    if (left.length === 0) break;
    if (!gate.perRecipient) {
      // The first refusal answers, unless the message goes to the others.
      if (refused.length === 0 || submission.skipsRefused) await gate.check(scene);
      continue;
    }
    const asked = await Promise.all(left.map((recipient) => ask(scene, gate, recipient)));
    const found = asked.filter((each) => each !== null);
    refused.push(...found);
    left = left.filter((recipient) => found.every((each) => each.recipient !== recipient));
  }
  return refused;
}

async function ask(scene: GateScene, gate: Gate, recipient: Recipient): Promise<RefusedRecipient | null> {
  try {
    await gate.check({ ...scene, submission: await submissionTo(scene, recipient) });
    return null;
  } catch (refusal) {
    if (!(refusal instanceof ServiceError)) throw refusal;
    return { recipient, gate, refusal };
  }
}

/**
 * The message as if it went to one of its recipients only: it answers nobody who didn't write in its thread.
 */
export async function submissionTo(
  { db, submission }: GateScene,
  { address }: Recipient,
): Promise<Submission> {
  const { kind, mailbox, thread, to } = submission;
  const one = { ...submission, to: address, recipients: null };
  if (kind === 'fresh' || thread === null || lowerAscii(address) === lowerAscii(to)) return one;
  const place = { mailboxId: mailbox.id, threadId: thread.threadId, address };
  return (await isParticipant(db, place)) ? one : { ...one, kind: 'fresh' };
}

/**
 * The refusal of a message because of some of its recipients: that of the earliest gate, with all of them.
 */
export function refusalOf(
  refused: readonly RefusedRecipient[],
  { principal }: Submission,
): ServiceError | null {
  const [first] = refused;
  if (!first) return null;
  const recipients = refused.map(({ recipient, gate, refusal }) => ({
    address: recipient.address,
    role: recipient.role,
    code: refusal.code,
    // Most remedies widen a rule, which is nothing for agents to know.
    ...(principal.origin === 'human' && { remedy: gate.remedies[refusal.code] ?? null }),
  }));
  return extended(first.refusal, { recipients });
}

/** The message without the refused recipients; null when nobody is left. */
export function withoutRefused(
  submission: Submission,
  refused: readonly RefusedRecipient[],
): Submission | null {
  const gone = new Set(refused.map(({ recipient }) => recipient));
  const left = recipientsOf(submission).filter((recipient) => !gone.has(recipient));
  if (left.length === 0) return null;
  return {
    ...submission,
    ...addresseesOf(left),
    recipients: left,
    skipped: [
      ...(submission.skipped ?? []),
      ...refused.map(({ recipient, refusal }) => ({ ...recipient, code: refusal.code })),
    ],
  };
}
