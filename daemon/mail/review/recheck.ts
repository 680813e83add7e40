import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { EventData } from '../../../shared/contract/events.ts';
import type { Origin } from '../../access/principal.ts';
import { extended, ServiceError } from '../../platform/errors/service-error.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { assertVelocity } from '../../rules/budgets/charge.ts';
import type { MailContext } from '../context.ts';
import { storedOrigin } from '../messages/origin.ts';
import { domainHealth } from '../outbound/gates/domain-health.ts';
import { refusedRecipients } from '../outbound/gates/each-recipient.ts';
import type { GateScene } from '../outbound/gates/gate.ts';
import { GATES } from '../outbound/gates/index.ts';
import { suspension } from '../outbound/gates/suspension.ts';
import { recipientsOf, waitingAddressees } from '../outbound/recipients.ts';
import { leaveOut } from '../outbound/several/statuses.ts';
import { type Submission, threadPlaceOf } from '../outbound/submission.ts';
import type { Held } from './held.ts';

/** A gate that refuses now. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly reason: EventData<'message.dispatch_failed'>['reason_code'];
}

/** Refuses while account, mailbox or domain is suspended; the message stays held. */
export function assertNotSuspended(context: MailContext, held: Held): Promise<void> {
  // Suspension asks nobody's origin.
  const submission = submissionOf(held, held.principal.origin);
  return suspension.check({ context, db: context.store.read, submission });
}

/**
 * Checks again what may have changed during the hold. Throws refusals that leave the row as it is; returns
 * the recipient's rule that blocks it, or null.
 */
export async function recheckGates(
  context: MailContext,
  held: Held,
  decision: 'release' | 'approve',
): Promise<Refusal | null> {
  const db = context.store.read;
  const origin = await storedOrigin(db, held.message);
  const scene: GateScene = { context, db, submission: submissionOf(held, origin) };
  await assertNotSuspended(context, held);
  await domainHealth.check(scene);
  await assertVelocity(db, {
    accountId: held.principal.account.id,
    now: context.clock.now(),
    units: held.message.charged_units,
  });
  return scene.submission.recipients
    ? recheckEach(scene, { held, decision })
    : askAgain(scene, RECHECKED, decision);
}

const RECHECKED = GATES.flatMap((gate) => (gate.recheck ? [{ ...gate, recheck: gate.recheck }] : []));
type RecheckedGate = (typeof RECHECKED)[number];

/** Asks gates in order; the first refusal answers. */
async function askAgain(
  scene: GateScene,
  gates: readonly RecheckedGate[],
  decision: 'release' | 'approve',
): Promise<Refusal | null> {
  for (const gate of gates) {
    const { reason, staysHeld, check } = gate.recheck;
    const code = await refusalOf(() => (check ? check(scene) : gate.check(scene)));
    if (code === null) continue;
    if (decision === 'approve' && staysHeld) throw new ServiceError('FORBIDDEN', { reason: code });
    return { code, reason };
  }
  return null;
}

interface RecheckedDecision {
  readonly held: Held;
  readonly decision: 'release' | 'approve';
}

/**
 * Asks the gates for each of several recipients. Those who are refused are left out, unless they are all, or
 * the message stays held.
 */
async function recheckEach(scene: GateScene, { held, decision }: RecheckedDecision): Promise<Refusal | null> {
  const { context, submission } = scene;
  const ofMessage = await askAgain(
    scene,
    RECHECKED.filter(({ perRecipient }) => !perRecipient),
    decision,
  );
  if (ofMessage) return ofMessage;
  const gates = RECHECKED.filter(({ perRecipient }) => perRecipient);
  const asked = gates.map((gate) => ({ ...gate, check: gate.recheck.check ?? gate.check }));
  const refused = await refusedRecipients(scene, asked);
  const [first] = refused;
  if (!first) return null;
  const staying = refused.find(({ gate }) => gate.recheck?.staysHeld);
  if (decision === 'approve' && staying) {
    throw extended(new ServiceError('FORBIDDEN', { reason: staying.refusal.code }), {
      recipients: refused.map(({ recipient, refusal }) => ({
        address: recipient.address,
        code: refusal.code,
      })),
    });
  }
  if (refused.length === recipientsOf(submission).length) {
    return { code: first.refusal.code, reason: first.gate.recheck?.reason ?? 'dispatch_refused' };
  }
  await context.store.write(accountScope(held.message), (transaction) =>
    leaveOut(
      transaction,
      held.message.id,
      new Map(refused.map((each) => [each.recipient.address, each.refusal.code])),
    ),
  );
  return null;
}

async function refusalOf(check: () => Promise<void>): Promise<ErrorCode | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

/** The stored message as a submission for the gates. */
function submissionOf({ principal, message, mailbox }: Held, origin: Origin): Submission {
  const thread = threadPlaceOf(message);
  return {
    principal: { ...principal, origin },
    mailbox,
    kind: thread === null ? 'fresh' : 'reply',
    ...waitingAddressees(message),
    subject: message.subject,
    body: '',
    thread,
  };
}
