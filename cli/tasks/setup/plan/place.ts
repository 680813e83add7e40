import { replaceConnection } from '../../../../shared/contract/connections.ts';
import type { Actual } from '../actual/read.ts';
import { setupError } from '../file/problems.ts';
import { readSecretAt } from '../file/read.ts';
import type { ConnectionSetup } from '../file/schema.ts';
import { type ApplySession, changeOf, type FieldChange, fieldChanges, type SetupStep } from './change.ts';
import type { MailboxPair } from './pair.ts';

export const PLACE_ENDPOINTS = { replaceConnection };

/** The address of a mailbox: it is chosen once, so a file that says another is refused. */
export function assertPlace({ name, wanted, there }: MailboxPair, actual: Actual): void {
  const path = `mailboxes.${name}`;
  const refuse = (message: string) => setupError([{ path, message }]);
  const { connection, domain } = wanted;
  if (connection && (domain ?? wanted.self_hosted_imap_folder) !== undefined)
    throw refuse('has a connection, and so neither a domain nor a folder of one');
  if (!there) {
    if (connection && !connection.imap)
      throw refuse(`is not there: to connect ${connection.address}, its connection needs imap and smtp`);
    if (domain === null && actual.domains.some(({ is_default }) => is_default))
      throw refuse('is not there, and new mailboxes are at the default domain');
    return;
  }
  const { address } = there.view;
  const moved = `its address ${address} can't change: delete it, or use another name`;
  if (connection && connection.address.toLowerCase() !== address) throw refuse(moved);
  if (domain === undefined) return;
  const known = actual.domains.find(({ id }) => id === there.view.domain_id)?.domain_name ?? null;
  if (known !== (domain?.toLowerCase() ?? null) || there.view.connection_state !== undefined)
    throw refuse(moved);
}

type ConnectedServer = NonNullable<ConnectionSetup['imap']>;

const SERVERS = ['imap', 'smtp'] as const;

/** A connection as the daemon shows it, without passwords. */
export function shownConnection(wanted: ConnectionSetup) {
  const { folder = 'INBOX', network_mode = 'public', after = 'keep', move_to = null } = wanted;
  const servers = SERVERS.flatMap((use) => {
    const server = wanted[use];
    if (!server) return [];
    const { password: _password, token_program = null, ...settings } = server;
    return [[use, { ...settings, token_program }] as const];
  });
  return {
    address: wanted.address.toLowerCase(),
    ...Object.fromEntries(servers),
    network_mode,
    // The only folder of IMAP whose name ignores case.
    folder: folder.toUpperCase() === 'INBOX' ? 'INBOX' : folder,
    after,
    move_to,
  };
}

/** The same with the passwords that the file refers to. */
export async function connectionBody({ context }: ApplySession, wanted: ConnectionSetup) {
  const { address, imap, smtp, ...rest } = wanted;
  // A plan without servers has no step that needs them.
  if (!imap || !smtp) throw new Error(`${address} has no servers`);
  const logIn = async ({ password, ...server }: ConnectedServer) =>
    password ? { ...server, password: (await readSecretAt(context, password)) ?? '' } : server;
  return { ...rest, imap: await logIn(imap), smtp: await logIn(smtp) };
}

/** Other servers of a connected mailbox, which get all that it sends. */
export function connectionSteps({ name, wanted, there }: MailboxPair): SetupStep[] {
  const { connection } = wanted;
  if (!connection?.imap || !there) return [];
  const { address: _address, ...after } = shownConnection(connection);
  const fields = fieldChanges({}, { ...there.connection }, after).map(
    (each): FieldChange => ({ ...each, direction: 'loosen' }),
  );
  if (fields.length === 0) return [];
  return [
    {
      change: changeOf({ path: `mailboxes.${name}.connection`, action: 'update', fields }),
      phase: 'loosen',
      run: async (session) => {
        const body = await connectionBody(session, connection);
        await session.client.call(replaceConnection, { params: { id: there.view.id }, body });
        return null;
      },
    },
  ];
}
