import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { createWebhook as contract } from '../../../shared/contract/webhooks.ts';
import { assertOneMore } from '../../access/count-limit.ts';
import type { Principal } from '../../access/principal.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { RulesContext } from '../../rules/context.ts';
import { namesOf, readRequestHeaders } from './headers.ts';
import { newSigningSecret, sealHeaders, sealSigningSecret } from './secrets.ts';
import { findWebhook, projectWebhook } from './table.ts';
import { assertTarget } from './target.ts';

export async function createWebhook(
  context: RulesContext,
  principal: Principal,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const headers = readRequestHeaders(body.request_headers ?? {});
  await assertTarget(context, body.url);
  const signingSecret = newSigningSecret(context.random);
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    await assertBelowCap(db, principal);
    const id = transaction.newId();
    const enabled = body.enabled ?? true;
    const known = {
      url: body.url,
      description: body.description ?? null,
      enabled_events: body.enabled_events,
      labels: body.labels ?? null,
      tags: body.tags ?? null,
      request_header_names: namesOf(headers),
    };
    await db
      .insertInto('webhooks')
      .values({
        ...known,
        id,
        account_id: principal.account.id,
        enabled,
        signing_secret: sealSigningSecret(context.secrets, id, signingSecret),
        request_headers: sealHeaders(context.secrets, id, headers),
        last_success_at: null,
        last_failure_at: null,
        last_error: null,
        disabled_at: enabled ? null : now,
        disabled_reason: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await transaction.audit({
      kind: 'webhook.created',
      accountId: principal.account.id,
      actor: principal.actor,
      target: id,
      after: { ...known, enabled },
    });
    const webhook = projectWebhook(await findWebhook(db, principal, id));
    return { ...webhook, webhook, signing_secret: signingSecret };
  });
}

async function assertBelowCap(db: Queries, principal: Principal): Promise<void> {
  const { account } = principal;
  const { count } = await db
    .selectFrom('webhooks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  assertOneMore(account, 'webhooks', count);
}
