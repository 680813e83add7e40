import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { listWebhooks as contract } from '../../../shared/contract/webhooks.ts';
import type { Principal } from '../../access/principal.ts';
import type { RulesContext } from '../../rules/context.ts';
import { findWebhook, projectWebhook, type WebhookView } from './table.ts';

/** Webhooks of the account, newest first. */
export async function listWebhooks(
  context: Pick<RulesContext, 'store'>,
  principal: Principal,
): Promise<ReplyOf<typeof contract>> {
  const rows = await context.store.read
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return { webhooks: rows.map(projectWebhook) };
}

export async function getWebhook(
  context: Pick<RulesContext, 'store'>,
  principal: Principal,
  id: string,
): Promise<WebhookView> {
  return projectWebhook(await findWebhook(context.store.read, principal, id));
}
