import { isIP } from 'node:net';
import { parseAddress } from '../../../shared/address.ts';
import type { createDomain as contract } from '../../../shared/contract/domains.ts';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { AccessContext } from '../../access/context.ts';
import { assertOneMore } from '../../access/count-limit.ts';
import type { Principal } from '../../access/principal.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { projectDomain } from './project.ts';
import { prepareRecords } from './records.ts';
import { refusedHost, type ServerPair, sealConfig } from './self-hosted.ts';
import { domainById } from './table.ts';

const TOKEN_BYTES = 20;

/** Adds a pending domain with its own claim and key. */
export async function createDomain(
  context: AccessContext,
  principal: Principal,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const name = assertDomainName(context, body.domain);
  const { transport_mode = 'managed', self_hosted_config: config = null } = body;
  if (config) assertHosts(context, config);
  const { account } = principal;
  const claimToken = context.random.bytes(TOKEN_BYTES).toString('hex');
  const id = await context.store.write({ account: account.id }, async (transaction) => {
    const { db, now } = transaction;
    await assertNew(db, account.id, name);
    await assertBelowCap(db, principal);
    const id = transaction.newId();
    await db
      .insertInto('domains')
      .values({
        id,
        account_id: account.id,
        name,
        transport_mode,
        claim_token: claimToken,
        self_hosted_config: config && sealConfig(context, config),
        created_at: now,
      })
      .execute();
    await transaction.audit({
      kind: 'domain.created',
      accountId: account.id,
      actor: principal.actor,
      target: id,
      after: { domain_name: name, transport_mode },
    });
    return id;
  });
  await prepareRecords(context, { name, transport_mode });
  const row = await domainById(context.store.read, id);
  if (!row) throw new ServiceError('CONFLICT', { reason: 'deleted_meanwhile' });
  return {
    ...(await projectDomain(context, row)),
    domain_id: id,
    claim_token: claimToken,
    message: 'Publish the records in the DNS of the domain, then verify it.',
  };
}

/**
 * Returns the name of a domain in its stored form. It must be valid in addresses and not be the daemon's own.
 */
function assertDomainName(context: AccessContext, raw: string): string {
  const name = raw.trim().toLowerCase().replace(/\.$/, '');
  if (parseAddress(`postmaster@${name}`)?.domain !== name) {
    throw invalidField('domain', 'must be a domain of two or more labels of letters, digits and hyphens');
  }
  const { platformDomain } = context.config;
  if (name === platformDomain || name.endsWith(`.${platformDomain}`)) {
    throw invalidField('domain', 'is a domain of this service');
  }
  return name;
}

/** Checks literal addresses only; names are checked when they are connected to. */
export function assertHosts(context: AccessContext, config: ServerPair, field = 'self_hosted_config.'): void {
  const anywhere = context.settings.get('self_hosted.allow_private_hosts');
  for (const server of ['smtp', 'imap'] as const) {
    const { host } = config[server];
    if (isIP(host) === 0) continue;
    const refused = refusedHost(host, config.network_mode, anywhere);
    if (refused) throw invalidField(`${field}${server}.host`, `is not allowed: ${refused}`);
  }
}

async function assertNew(db: Queries, accountId: string, name: string): Promise<void> {
  const known = await db
    .selectFrom('domains')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (known) {
    const message = `The account already has the domain ${name}.`;
    throw new ServiceError('CONFLICT', { reason: 'domain_exists', domain_id: known.id }, { message });
  }
}

async function assertBelowCap(db: Queries, { account }: Principal): Promise<void> {
  const { count } = await db
    .selectFrom('domains')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  assertOneMore(account, 'customDomains', count);
}
