import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, CallOf } from '../../../shared/contract/endpoint.ts';
import type { updateWebhook as contract } from '../../../shared/contract/webhooks.ts';
import type { Principal } from '../../access/principal.ts';
import type { RulesContext } from '../../rules/context.ts';
import { disableWebhook } from './disable.ts';
import { namesOf, readRequestHeaders } from './headers.ts';
import { openHeaders, type RequestHeaders, sealHeaders } from './secrets.ts';
import { findWebhook, projectWebhook, type WebhookRow, type WebhookView } from './table.ts';
import { assertTarget, assertTargetText } from './target.ts';

type Body = BodyOf<typeof contract>;

/** Changes the named fields; equal values change nothing. */
export async function updateWebhook(
  context: RulesContext,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof contract>,
): Promise<WebhookView> {
  const headers =
    body.request_headers === undefined ? undefined : readRequestHeaders(body.request_headers ?? {});
  if (body.url !== undefined) assertTargetText(context, body.url);
  const known = await findWebhook(context.store.read, principal, id);
  if (body.url !== undefined && body.url !== known.url) await assertTarget(context, body.url);
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const row = await findWebhook(db, principal, id);
    const changes = { ...plainChanges(row, body), ...headerChanges(context, row, headers) };
    const enabling = body.enabled !== undefined && body.enabled !== row.enabled;
    if (Object.keys(changes).length === 0 && !enabling) return projectWebhook(row);
    await db
      .updateTable('webhooks')
      .set({ ...changes, updated_at: now, ...(enabling && body.enabled && RESUMED) })
      .where('id', '=', id)
      .execute();
    if (enabling && !body.enabled) await disableWebhook(context, transaction, { webhook: row, reason: null });
    const updated = projectWebhook(await findWebhook(db, principal, id));
    await transaction.audit({
      kind: 'webhook.updated',
      accountId: row.account_id,
      actor: principal.actor,
      target: id,
      before: settingsOf(projectWebhook(row)),
      after: settingsOf(updated),
    });
    return updated;
  });
}

const RESUMED = { enabled: true, disabled_at: null, disabled_reason: null, consecutive_failures: 0 } as const;

function plainChanges(row: WebhookRow, body: Body) {
  const { enabled_events: events, labels, tags } = body;
  return {
    ...(body.url !== undefined && body.url !== row.url && { url: body.url }),
    ...(body.description !== undefined &&
      body.description !== row.description && { description: body.description }),
    ...(events !== undefined && !isDeepStrictEqual(events, row.enabled_events) && { enabled_events: events }),
    ...(labels !== undefined && !isDeepStrictEqual(labels, row.labels) && { labels }),
    ...(tags !== undefined && !isDeepStrictEqual(tags, row.tags) && { tags }),
  };
}

function headerChanges(context: RulesContext, row: WebhookRow, headers: RequestHeaders | undefined) {
  if (headers === undefined || sameAsKept(context, row, headers)) return {};
  return {
    request_headers: sealHeaders(context.secrets, row.id, headers),
    request_header_names: namesOf(headers),
  };
}

function sameAsKept(context: RulesContext, row: WebhookRow, headers: RequestHeaders): boolean {
  try {
    const kept = openHeaders(context.secrets, row.id, row.request_headers);
    return JSON.stringify(kept) === JSON.stringify(headers);
  } catch {
    // Secrets that can't be opened are replaced.
    return false;
  }
}

function settingsOf(webhook: WebhookView) {
  const { url, description, enabled, enabled_events, labels, tags, request_header_names } = webhook;
  return { url, description, enabled, enabled_events, labels, tags, request_header_names };
}
