import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { BlockedSendsTable } from '../../../platform/store/schema.ts';
import { recordBlockedSend } from '../../../rules/recipients/attempts/record.ts';
import type { Submission } from '../submission.ts';
import { allowlist } from './allowlist.ts';
import { attachments } from './attachments.ts';
import { authoring } from './authoring.ts';
import { automaticMail } from './automatic-mail.ts';
import { containment } from './containment.ts';
import { continuity } from './continuity.ts';
import { deliverability } from './deliverability.ts';
import { domainHealth } from './domain-health.ts';
import { refusalOf, refusedRecipients, withoutRefused } from './each-recipient.ts';
import { forwarding } from './forwarding.ts';
import type { Gate, GateScene } from './gate.ts';
import { html } from './html.ts';
import { recipientLoop } from './recipient-loop.ts';
import { replyLoop } from './reply-loop.ts';
import { sandboxRecipient } from './sandbox-recipient.ts';
import { sendWindow } from './send-window.ts';
import { storage } from './storage.ts';
import { suppression } from './suppression.ts';
import { suspension } from './suspension.ts';
import { trialClock } from './trial-clock.ts';

/**
 * Gates in order; the first refusal answers. Fields, mailbox and idempotency are checked before them, and the
 * budget after them, in the transaction that stores the message.
 */
export const GATES: readonly Gate[] = [
  suppression,
  suspension,
  continuity,
  authoring,
  forwarding,
  containment,
  allowlist,
  sandboxRecipient,
  sendWindow,
  trialClock,
  html,
  deliverability,
  attachments,
  automaticMail,
  replyLoop,
  recipientLoop,
  storage,
  domainHealth,
];

/** The gates that the transaction of a scanned message asks again. */
export const REPEATED_GATES = GATES.filter(({ repeated }) => repeated);

/** Throws the first refusal. Of a message to several it names every recipient who is refused. */
export async function passGates(scene: GateScene, gates = GATES): Promise<void> {
  const { submission } = scene;
  if (!submission.recipients) {
    for (const gate of gates) await gate.check(scene);
    return;
  }
  const refusal = refusalOf(await refusedRecipients(scene, gates), submission);
  if (refusal) throw refusal;
}

/** The cause of a real send. */
export interface GateAttempt {
  readonly origin: BlockedSendsTable['origin'];
  /** The draft, for the dispatch of a scheduled one only. */
  readonly draftId: string | null;
}

/**
 * Runs the gates for a real send and logs refusals by the mailbox's recipient rules. Returns the message,
 * without the recipients whom it skips.
 */
export async function enforceGates(scene: GateScene, attempt: GateAttempt): Promise<Submission> {
  const { submission } = scene;
  if (submission.recipients) return enforceForEach(scene, attempt);
  const recipient = { address: submission.to };
  for (const gate of GATES) {
    try {
      await gate.check(scene);
    } catch (refusal) {
      if (refusal instanceof ServiceError) await log(scene, attempt, { recipient, gate, refusal });
      throw refusal;
    }
  }
  return submission;
}

async function enforceForEach(scene: GateScene, attempt: GateAttempt): Promise<Submission> {
  const { submission } = scene;
  const refused = await refusedRecipients(scene, GATES);
  for (const each of refused) await log(scene, attempt, each);
  const refusal = refusalOf(refused, submission);
  if (!refusal) return submission;
  const left = submission.skipsRefused ? withoutRefused(submission, refused) : null;
  if (!left) throw refusal;
  return left;
}

interface LoggedRefusal {
  readonly recipient: { readonly address: string };
  readonly gate: Gate;
  readonly refusal: ServiceError;
}

async function log(
  { context, submission: { principal, mailbox } }: GateScene,
  attempt: GateAttempt,
  { recipient, gate, refusal }: LoggedRefusal,
): Promise<void> {
  if (!gate.logged) return;
  const accountId = principal.account.id;
  const send = {
    accountId,
    mailboxId: mailbox.id,
    recipient: recipient.address,
    actor: principal.actor,
    ...attempt,
  };
  await recordBlockedSend(context, send, refusal.code);
}
