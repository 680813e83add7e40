import { ServiceError } from '../../errors.ts';
import { checkDeliverability } from '../../recipients/deliverability/check.ts';
import type { Gate } from './gate.ts';

/** The recipient is a deliverable address; a check without an answer passes. */
export const deliverability: Gate = {
  name: 'deliverability',
  async check({ context, db, submission }) {
    const found = await checkDeliverability(context, db, submission.to, {
      answering: submission.kind !== 'fresh',
    });
    if (found.kind === 'refused') throw new ServiceError(found.code, found.details);
  },
};
