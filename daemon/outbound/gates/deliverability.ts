import { ServiceError } from '../../errors.ts';
import { routeAddress } from '../../mailboxes/route-address.ts';
import { parseAddress } from '../../recipients/address.ts';
import type { Gate } from './gate.ts';

/** The recipient is one valid address that mail can reach. */
export const deliverability: Gate = {
  name: 'deliverability',
  async check({ context, db, submission }) {
    const address = parseAddress(submission.to);
    if (!address) throw new ServiceError('RECIPIENT_ADDRESS_INVALID');
    if (address.domain.endsWith('.invalid')) throw new ServiceError('RECIPIENT_UNDELIVERABLE');
    const route = await routeAddress(db, context.config.platformDomain, submission.to);
    if (route.kind === 'unknown') throw new ServiceError('RECIPIENT_UNDELIVERABLE');
  },
};
