import type { z } from 'zod';
import { parseAddress } from '../../../../shared/address.ts';
import type { connectionInput, newConnection } from '../../../../shared/contract/connections.ts';
import type { Principal } from '../../../access/principal.ts';
import { type Examination, examine, type WantedConnection } from '../../../network/connections/examine.ts';
import { assertHosts } from '../../../network/domains/create.ts';
import type { FolderState } from '../../../network/domains/imap/folder.ts';
import { programFor } from '../../../network/domains/log-in.ts';
import { verifiedDomain } from '../../../network/domains/table.ts';
import { invalidField, ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { RulesContext } from '../../context.ts';

/** Servers that were logged in to, for a mailbox. */
export interface ConnectionPlace {
  readonly wanted: WantedConnection;
  readonly folder: FolderState;
  /** Milliseconds since 1970; null when older mail isn't imported. */
  readonly since: number | null;
}

/** The settings of a request, with defaults. Refuses literal addresses that may not be connected to. */
export function wantedConnection(
  context: RulesContext,
  { account }: Principal,
  body: z.output<typeof connectionInput>,
): WantedConnection {
  const { imap, smtp, network_mode = 'public', folder = 'INBOX', after = 'keep', move_to = null } = body;
  const servers = { network_mode, imap, smtp, account_id: account.id };
  assertHosts(context, servers, '');
  for (const [name, server] of Object.entries({ imap, smtp })) {
    const program = server.token_program === undefined ? null : programFor(context, server, account.email);
    if (typeof program === 'string') throw invalidField(`${name}.token_program`, program);
  }
  return { servers, folder: folder.toUpperCase() === 'INBOX' ? 'INBOX' : folder, after, moveTo: move_to };
}

/** Logs in to both servers; refuses with the results when one fails. */
export async function connectablePlace(
  context: RulesContext,
  principal: Principal,
  body: z.output<typeof connectionInput>,
): Promise<ConnectionPlace> {
  const since = body.since === undefined ? null : Date.parse(body.since);
  const wanted = wantedConnection(context, principal, body);
  const { probes, folder }: Examination = await examine(context, wanted);
  if (!folder || !probes.smtp.ok) {
    throw new ServiceError(
      'SELF_HOSTED_PROBE_FAILED',
      { imap: probes.imap, smtp: probes.smtp },
      { message: refusal(probes) },
    );
  }
  return { wanted, folder, since };
}

function refusal(probes: Examination['probes']): string {
  const failed = (['imap', 'smtp'] as const).flatMap((name) => {
    const { ok, stage, reason } = probes[name];
    return ok ? [] : [`${name.toUpperCase()} failed at ${stage} (${reason})`];
  });
  return `The mailbox can't be connected: ${failed.join(', ')}.`;
}

/** An address in its stored form. The daemon's own domains have mailboxes without a connection. */
export async function assertOtherAddress(
  context: RulesContext,
  { address }: Pick<z.output<typeof newConnection>, 'address'>,
): Promise<string> {
  const parsed = parseAddress(address);
  const path = 'connection.address';
  if (!parsed) throw invalidField(path, 'must be an email address');
  if (parsed.local.includes('+')) throw invalidField(path, 'must not have a +tag');
  const { platformDomain } = context.config;
  if (parsed.domain === platformDomain || parsed.domain.endsWith(`.${platformDomain}`))
    throw invalidField(path, 'is at a domain of this service');
  const stored = `${parsed.local.toLowerCase()}@${parsed.domain}`;
  await assertUnused(context.store.read, stored);
  return stored;
}

/** Asked before the servers are, and again in the transaction. */
export async function assertUnused(db: Queries, address: string): Promise<void> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (await verifiedDomain(db, domain)) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'domain_verified' },
      { message: `${domain} is a verified domain here. Create the mailbox at that domain.` },
    );
  }
  const holder = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst();
  if (!holder) return;
  throw new ServiceError(
    'CONFLICT',
    { reason: 'address_in_use' },
    { message: `A mailbox has the address ${address} already.` },
  );
}
