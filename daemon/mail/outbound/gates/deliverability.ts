import { ServiceError } from '../../../platform/errors/service-error.ts';
import { checkDeliverability } from '../../../rules/recipients/deliverability/check.ts';
import type { Gate, GateScene } from './gate.ts';

/** The recipient is a deliverable address; a check without an answer passes. */
export const deliverability: Gate = {
  name: 'deliverability',
  passed: 'The recipient address can receive mail.',
  trace: 'recipient_authority',
  perRecipient: true,
  remedies: {
    RECIPIENT_ADDRESS_INVALID: 'Correct the address.',
    RECIPIENT_DOMAIN_TYPO_SUSPECTED: 'Correct the domain. The details have a suggestion.',
    RECIPIENT_ROLE_ADDRESS: 'Write to a person, or reply to mail from that address.',
    RECIPIENT_DISPOSABLE_ADDRESS: 'Ask for a permanent address, or reply to mail from this one.',
    RECIPIENT_UNDELIVERABLE: "Correct the address. It can't receive mail.",
  },
  recheck: { reason: 'recipient_undeliverable', staysHeld: false, check: assertDeliverable },
  async check({ context, db, submission }) {
    const found = await checkDeliverability(context, db, {
      recipient: submission.to,
      answering: submission.kind !== 'fresh',
    });
    if (found.kind === 'refused') throw new ServiceError(found.code, found.details);
  },
};

/**
 * Only an address that can't be reached counts again: the message passed the other rules when it was written.
 */
async function assertDeliverable({ context, db, submission }: GateScene): Promise<void> {
  const found = await checkDeliverability(context, db, { recipient: submission.to, answering: true });
  if (found.kind === 'refused' && found.code === 'RECIPIENT_UNDELIVERABLE') {
    throw new ServiceError(found.code, found.details);
  }
}
