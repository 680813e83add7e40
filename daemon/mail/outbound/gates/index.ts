import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { BlockedSendsTable } from '../../../platform/store/schema.ts';
import { recordBlockedSend } from '../../../rules/recipients/attempts/record.ts';
import { allowlist } from './allowlist.ts';
import { attachments } from './attachments.ts';
import { authoring } from './authoring.ts';
import { containment } from './containment.ts';
import { continuity } from './continuity.ts';
import { deliverability } from './deliverability.ts';
import { domainHealth } from './domain-health.ts';
import type { Gate, GateScene } from './gate.ts';
import { html } from './html.ts';
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
  containment,
  allowlist,
  sandboxRecipient,
  sendWindow,
  trialClock,
  html,
  deliverability,
  attachments,
  replyLoop,
  storage,
  domainHealth,
];

/** The gates that the transaction of a scanned message asks again. */
export const REPEATED_GATES = GATES.filter(({ repeated }) => repeated);

export async function passGates(scene: GateScene, gates = GATES): Promise<void> {
  for (const gate of gates) await gate.check(scene);
}

/** The cause of a real send. */
export interface GateAttempt {
  readonly origin: BlockedSendsTable['origin'];
  /** The draft, for the dispatch of a scheduled one only. */
  readonly draftId: string | null;
}

/** Runs the gates for a real send and logs refusals by the mailbox's recipient rules. */
export async function enforceGates(scene: GateScene, attempt: GateAttempt): Promise<void> {
  const { principal, mailbox, to } = scene.submission;
  for (const gate of GATES) {
    try {
      await gate.check(scene);
    } catch (refusal) {
      if (gate.logged && refusal instanceof ServiceError) {
        const accountId = principal.account.id;
        const send = { accountId, mailboxId: mailbox.id, recipient: to, actor: principal.actor, ...attempt };
        await recordBlockedSend(scene.context, send, refusal.code);
      }
      throw refusal;
    }
  }
}
