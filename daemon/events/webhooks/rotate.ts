import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { rotateWebhookSecret as contract } from '../../../shared/contract/webhooks.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { RulesContext } from '../../rules/context.ts';
import { newSigningSecret, openSigningSecret, sealSigningSecret } from './secrets.ts';
import { findWebhook } from './table.ts';

/** Replaces the signing secret from the next attempt on. A secret that can't be read back isn't committed. */
export async function rotateSecret(
  context: RulesContext,
  principal: Principal,
  id: string,
): Promise<ReplyOf<typeof contract>> {
  const secret = newSigningSecret(context.random);
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const { account_id: accountId } = await findWebhook(db, principal, id);
    await db
      .updateTable('webhooks')
      .set({ signing_secret: sealSigningSecret(context.secrets, id, secret), updated_at: now })
      .where('id', '=', id)
      .execute();
    if ((await readBack(context, db, id)) !== secret) throw new ServiceError('ROTATION_READBACK_MISMATCH');
    await transaction.audit({
      kind: 'webhook.signing_secret.rotated',
      accountId,
      actor: principal.actor,
      target: id,
    });
    return { signing_secret: secret };
  });
}

async function readBack(context: RulesContext, db: Queries, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('webhooks')
    .select('signing_secret')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  try {
    return openSigningSecret(context.secrets, id, row.signing_secret);
  } catch {
    return null;
  }
}
