import { isIP } from 'node:net';
import type { z } from 'zod';
import type { LoggedInServer } from '../../../shared/contract/connections.ts';
import type {
  networkMode,
  selfHostedInput,
  selfHostedView,
  serverInput,
} from '../../../shared/contract/domains.ts';
import type { AccessContext } from '../../access/context.ts';
import { refusedAddress } from '../../platform/system/address-guard.ts';
import type { DomainRow } from './table.ts';

/** Customers' own mail servers: their configuration and addresses. */

export type SelfHosted = z.output<typeof selfHostedInput>;
export type MailServer = z.output<typeof serverInput>;
/** Both servers of a self-hosted domain, or of a connected mailbox. */
export interface ServerPair {
  readonly network_mode: SelfHosted['network_mode'];
  readonly smtp: LoggedInServer;
  readonly imap: LoggedInServer;
  /** Account whose tokens are used; null where all log-ins have passwords. */
  readonly account_id?: string | null;
}

const SEAL = 'self-hosted-domain';

export function sealConfig({ secrets }: Pick<AccessContext, 'secrets'>, config: SelfHosted): Buffer {
  return secrets.seal(SEAL, JSON.stringify(config));
}

/** Null for a managed domain. */
export function configOf(
  { secrets }: Pick<AccessContext, 'secrets'>,
  row: Pick<DomainRow, 'self_hosted_config'>,
): SelfHosted | null {
  return row.self_hosted_config && (JSON.parse(secrets.unseal(SEAL, row.self_hosted_config)) as SelfHosted);
}

/** Without the passwords. */
export function showConfig(config: ServerPair): z.output<typeof selfHostedView> {
  return { network_mode: config.network_mode, smtp: showServer(config.smtp), imap: showServer(config.imap) };
}

function showServer({ host, port, security, username }: LoggedInServer) {
  return { host, port, security, username };
}

/** The server isn't allowed or can't be resolved; the reason is one word. */
export class UnreachableHostError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'UnreachableHostError';
    this.reason = reason;
  }
}

/**
 * Resolves a server to an allowed address. Every address of its name has to be allowed, and the connection
 * goes to the one that was checked, so a name can't change in between.
 */
export async function addressOfHost(
  context: Pick<AccessContext, 'addressLookup' | 'settings'>,
  host: string,
  mode: z.output<typeof networkMode>,
): Promise<string> {
  let addresses = [host];
  if (isIP(host) === 0) {
    try {
      addresses = await context.addressLookup(host);
    } catch {
      throw new UnreachableHostError('host_not_found');
    }
  }
  const anywhere = context.settings.get('self_hosted.allow_private_hosts');
  for (const address of addresses) {
    const refused = refusedHost(address, mode, anywhere);
    if (refused !== null) throw new UnreachableHostError(refused);
  }
  const [first] = addresses;
  if (first === undefined) throw new UnreachableHostError('host_not_found');
  return first;
}

/** Why an address isn't allowed, or null. A tailnet is the only private network that a mode allows. */
export function refusedHost(
  address: string,
  mode: z.output<typeof networkMode>,
  anywhere: boolean,
): string | null {
  const range = refusedAddress(address, 'public');
  if (range === null) return null;
  if (anywhere) return refusedAddress(address, 'private');
  return mode === 'tailnet' && range === 'carrierGradeNat' ? null : `address_${range}`;
}
