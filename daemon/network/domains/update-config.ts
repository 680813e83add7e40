import { isDeepStrictEqual } from 'node:util';
import type { updateSelfHosted as contract } from '../../../shared/contract/domains.ts';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { AccessContext } from '../../access/context.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { assertHosts } from './create.ts';
import { type DomainView, projectDomain } from './project.ts';
import { configOf, type MailServer, type SelfHosted, sealConfig } from './self-hosted.ts';
import { resolveDomain } from './table.ts';

/**
 * Changes the server settings of a self-hosted domain; IMAP readers reconnect. Equal values change nothing.
 */
export async function updateSelfHosted(
  context: AccessContext,
  principal: Principal,
  { id, body }: { readonly id: string; readonly body: BodyOf<typeof contract> },
): Promise<DomainView> {
  const row = await context.store.write({ account: principal.account.id }, async (transaction) => {
    const row = await resolveDomain(transaction.db, principal, id);
    const before = configOf(context, row);
    if (!before) {
      throw new ServiceError('CONFLICT', { reason: 'managed' }, { message: "The domain isn't self-hosted." });
    }
    const after: SelfHosted = {
      network_mode: body.network_mode ?? before.network_mode,
      smtp: changed('smtp', before.smtp, body.smtp),
      imap: changed('imap', before.imap, body.imap),
    };
    assertHosts(context, after);
    if (isDeepStrictEqual(before, after)) return row;
    const sealed = sealConfig(context, after);
    await transaction.db
      .updateTable('domains')
      .set({ self_hosted_config: sealed })
      .where('id', '=', row.id)
      .execute();
    await transaction.audit({
      kind: 'domain.self_hosted_config.updated',
      accountId: row.account_id,
      actor: principal.actor,
      target: row.id,
      after: Object.keys(body),
    });
    transaction.publish({ kind: 'domain', id: row.id });
    return { ...row, self_hosted_config: sealed };
  });
  return projectDomain(context, row);
}

/** A new host never gets the password of the old one. */
function changed(
  which: 'smtp' | 'imap',
  before: MailServer,
  change: { [K in keyof MailServer]?: MailServer[K] | undefined } | undefined,
): MailServer {
  if (!change) return before;
  const after: MailServer = {
    host: change.host ?? before.host,
    port: change.port ?? before.port,
    security: change.security ?? before.security,
    username: change.username ?? before.username,
    password: change.password ?? before.password,
  };
  const moved = after.host !== before.host || after.port !== before.port;
  if (moved && change.password === undefined) {
    const path = `${which}.password`;
    throw new ServiceError(
      'VALIDATION_ERROR',
      { reason: 'server_moved', issues: [{ path, message: 'is required because the host or port changes' }] },
      {
        message: `The ${which.toUpperCase()} host or port changes, so the password is required again. The stored password is never sent to another server.`,
      },
    );
  }
  return after;
}
