import { prepareQuery } from '../../platform/store/prepared.ts';
import type { MailboxRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

export interface SendingDomain {
  readonly status: 'active' | 'suspended';
  readonly health: 'healthy' | 'unhealthy' | 'unavailable';
}

/**
 * State of a mailbox's sending domain: its own, or the platform's as the operator set it for the account. A
 * connected mailbox sends by its own server, which no domain of this daemon concerns.
 */
export async function sendingDomain(
  db: Queries,
  mailbox: Pick<MailboxRow, 'account_id' | 'domain_id' | 'connection_state'>,
): Promise<SendingDomain> {
  if (mailbox.connection_state === 'disconnected') return { status: 'suspended', health: 'unavailable' };
  if (mailbox.connection_state !== null) return { status: 'active', health: 'healthy' };
  if (mailbox.domain_id !== null) {
    const own = await db
      .selectFrom('domains')
      .select(['status', 'health', 'verification_status'])
      .where('id', '=', mailbox.domain_id)
      .executeTakeFirst();
    // A mailbox whose domain is gone or unverified can't send.
    return own?.verification_status === 'verified' ? own : { status: 'suspended', health: 'unavailable' };
  }
  const [account] = (await findPlatformState(db, { account_id: mailbox.account_id })).rows;
  if (!account) throw new Error(`there is no account ${mailbox.account_id}`);
  return { status: account.platform_domain_status, health: account.platform_domain_health };
}

const findPlatformState = prepareQuery<{ account_id: string }>()((db, param) =>
  db
    .selectFrom('accounts')
    .select(['platform_domain_status', 'platform_domain_health'])
    .where('id', '=', param('account_id')),
);
