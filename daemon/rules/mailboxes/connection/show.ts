import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { Principal } from '../../../access/principal.ts';
import { type ConnectionRow, connectionOf, serversOf } from '../../../network/connections/table.ts';
import { showConfig } from '../../../network/domains/self-hosted.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../../platform/system/iso-time.ts';
import type { RulesContext } from '../../context.ts';
import { type MailboxRow, resolveMailbox } from '../table.ts';

export interface ConnectedPair {
  readonly mailbox: MailboxRow;
  readonly row: ConnectionRow;
}

/** A mailbox with its connection. */
export async function resolveConnection(
  db: Queries,
  principal: Principal,
  reference: string,
): Promise<ConnectedPair> {
  const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'masked_404' });
  const row = await connectionOf(db, mailbox.id);
  if (!row) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'not_connected' },
      { message: "The mailbox isn't connected to another server." },
    );
  }
  return { mailbox, row };
}

export async function getConnection(
  context: RulesContext,
  principal: Principal,
  reference: string,
): Promise<ConnectionView> {
  return projectConnection(context, await resolveConnection(context.store.read, principal, reference));
}

/** Without the passwords. */
export function projectConnection(
  context: Pick<RulesContext, 'secrets'>,
  { mailbox, row }: ConnectedPair,
): ConnectionView {
  const servers = serversOf(context, row);
  const shown = servers && showConfig(servers);
  const tokensOf = (which: 'imap' | 'smtp') => ({ token_program: servers?.[which].token_program ?? null });
  return {
    mailbox_id: mailbox.id,
    address: mailbox.address,
    state: mailbox.connection_state ?? 'disconnected',
    failing_since: isoTimeOrNull(row.failing_since),
    imap: shown && { ...shown.imap, ...tokensOf('imap'), failure: failureIn(row.imap_failure) },
    smtp: shown && { ...shown.smtp, ...tokensOf('smtp'), failure: failureIn(row.smtp_failure) },
    network_mode: servers?.network_mode ?? null,
    folder: mailbox.imap_folder ?? 'INBOX',
    after: row.after_taking,
    move_to: row.move_to,
    since: isoTimeOrNull(row.imported_since),
    created_at: isoTime(row.created_at),
  };
}

function failureIn(stored: string | null): { stage: string; reason: string } | null {
  if (stored === null) return null;
  const [stage = '', reason = ''] = stored.split(':');
  return { stage, reason };
}
