import type { z } from 'zod';
import type {
  ConnectionProbe,
  ConnectionView,
  connectionInput,
} from '../../../../shared/contract/connections.ts';
import type { Principal } from '../../../access/principal.ts';
import { examine } from '../../../network/connections/examine.ts';
import { eraseServers } from '../../../network/connections/table.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { RulesContext } from '../../context.ts';
import { type ConnectionPlace, connectablePlace, wantedConnection } from './place.ts';
import { type ConnectedPair, projectConnection, resolveConnection } from './show.ts';
import { connectionColumns } from './store.ts';

type ConnectionInput = z.output<typeof connectionInput>;

/** Tries servers without storing anything. */
export async function checkConnection(
  context: RulesContext,
  principal: Principal,
  body: ConnectionInput,
): Promise<ConnectionProbe> {
  return (await examine(context, wantedConnection(context, principal, body))).probes;
}

/** Replaces servers and passwords once both log-ins work; reading goes on where it stopped. */
export async function replaceConnection(
  context: RulesContext,
  principal: Principal,
  { reference, body }: { readonly reference: string; readonly body: ConnectionInput },
): Promise<ConnectionView> {
  await resolveConnection(context.store.read, principal, reference);
  const place = await connectablePlace(context, principal, body);
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db } = transaction;
    const pair = await resolveConnection(db, principal, reference);
    const { id } = pair.mailbox;
    await moveFolder(transaction, pair, place);
    await db
      .updateTable('mailbox_connections')
      .set({
        ...connectionColumns(context, place),
        pending_uid: null,
        imap_failure: null,
        smtp_failure: null,
        failing_since: null,
      })
      .where('mailbox_id', '=', id)
      .execute();
    await db
      .updateTable('mailboxes')
      .set({ connection_state: 'active', imap_folder: place.folder.path })
      .where('id', '=', id)
      .execute();
    return settled(context, transaction, { principal, id, kind: 'mailbox.connection.updated' });
  });
}

/** Another folder is read from its present end; with `since` a folder is read again from its beginning. */
async function moveFolder(
  { db }: Transaction,
  { mailbox }: ConnectedPair,
  { folder, since }: ConnectionPlace,
): Promise<void> {
  if (mailbox.imap_folder === folder.path && since === null) return;
  await db
    .updateTable('imap_positions')
    .set({
      uid_validity: folder.uidValidity,
      next_uid: since === null ? folder.nextUid : 1,
      known_below: since === null ? 0 : folder.nextUid,
    })
    .where('mailbox_id', '=', mailbox.id)
    .execute();
}

/** Erases the passwords and stops reading and sending. Mail and position stay, for a later connection. */
export function removeConnection(
  context: RulesContext,
  principal: Principal,
  reference: string,
): Promise<ConnectionView> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db } = transaction;
    const pair = await resolveConnection(db, principal, reference);
    const { id, connection_state: state } = pair.mailbox;
    if (state === 'disconnected') return projectConnection(context, pair);
    await eraseServers(db, id);
    await db
      .updateTable('mailboxes')
      .set({ connection_state: 'disconnected' })
      .where('id', '=', id)
      .execute();
    return settled(context, transaction, { principal, id, kind: 'mailbox.connection.removed' });
  });
}

interface ConnectionChange {
  readonly principal: Principal;
  readonly id: string;
  readonly kind: 'mailbox.connection.updated' | 'mailbox.connection.removed';
}

async function settled(
  context: RulesContext,
  transaction: Transaction,
  { principal, id, kind }: ConnectionChange,
): Promise<ConnectionView> {
  const view = projectConnection(context, await resolveConnection(transaction.db, principal, id));
  await transaction.audit({
    kind,
    accountId: principal.account.id,
    mailboxId: id,
    actor: principal.actor,
    after: { imap: view.imap?.host ?? null, smtp: view.smtp?.host ?? null },
  });
  transaction.publish({ kind: 'folder', id });
  return view;
}
