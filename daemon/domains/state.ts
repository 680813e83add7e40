import type { MailboxRow } from '../mailboxes/table.ts';
import type { DomainsTable } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

export interface SendingDomain {
  readonly status: 'active' | 'suspended';
  readonly health: 'healthy' | 'unhealthy' | 'unavailable';
}

/** State of the domain that a mailbox sends from: its own, or the platform's as the operator set it for the account. */
export async function sendingDomain(
  db: Queries,
  mailbox: Pick<MailboxRow, 'account_id' | 'domain_id'>,
): Promise<SendingDomain> {
  if (mailbox.domain_id !== null) {
    const own = await db
      .selectFrom('domains')
      .select(['status', 'health'])
      .where('id', '=', mailbox.domain_id)
      .executeTakeFirst();
    // A mailbox that outlived its domain has nothing to send from.
    return own ?? { status: 'suspended', health: 'unavailable' };
  }
  const account = await db
    .selectFrom('accounts')
    .select(['platform_domain_status', 'platform_domain_health'])
    .where('id', '=', mailbox.account_id)
    .executeTakeFirstOrThrow();
  return { status: account.platform_domain_status, health: account.platform_domain_health };
}

/** How mail from an address leaves when its domain has its own servers; null for every other domain. */
export async function ownServersOf(
  db: Queries,
  address: string,
): Promise<Pick<DomainsTable, 'id' | 'self_hosted_config'> | null> {
  const name = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const row = await db
    .selectFrom('domains')
    .select(['id', 'self_hosted_config'])
    .where('name', '=', name)
    .where('verification_status', '=', 'verified')
    .where('transport_mode', '=', 'self_hosted')
    .executeTakeFirst();
  return row ?? null;
}
