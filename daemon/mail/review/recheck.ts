import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { EventData } from '../../../shared/contract/events.ts';
import type { Origin } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { assertVelocity } from '../../rules/budgets/charge.ts';
import type { MailContext } from '../context.ts';
import { storedOrigin } from '../messages/origin.ts';
import { domainHealth } from '../outbound/gates/domain-health.ts';
import type { GateScene } from '../outbound/gates/gate.ts';
import { GATES } from '../outbound/gates/index.ts';
import { suspension } from '../outbound/gates/suspension.ts';
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
  await assertVelocity(db, held.principal.account.id, context.clock.now());
  for (const gate of GATES) {
    if (!gate.recheck) continue;
    const { reason, staysHeld, check } = gate.recheck;
    const code = await refusalOf(() => (check ? check(scene) : gate.check(scene)));
    if (code === null) continue;
    if (decision === 'approve' && staysHeld) throw new ServiceError('FORBIDDEN', { reason: code });
    return { code, reason };
  }
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
    to: message.recipient,
    subject: message.subject,
    body: '',
    thread,
  };
}
