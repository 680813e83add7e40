import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from '../../../../shared/contract/webhooks.ts';
import type { Actual } from '../actual/read.ts';
import { readSecretAt } from '../file/read.ts';
import type { Setup, WebhookSetup } from '../file/schema.ts';
import {
  type ApplySession,
  afterOf,
  changeOf,
  type FieldChange,
  fieldChanges,
  type Planned,
  type PruneKind,
  pruned,
  type SetupStep,
  stateOf,
} from './change.ts';

export const WEBHOOK_ENDPOINTS = { createWebhook, deleteWebhook, getWebhook, updateWebhook };

type ActualWebhook = Actual['webhooks'][number];

/** Webhooks, which their URL names, or else their description. */
export function planWebhooks({ webhooks }: Setup, actual: Actual, prune: ReadonlySet<PruneKind>): Planned {
  if (webhooks === undefined) return { steps: [], left: [] };
  const left = new Set(actual.webhooks);
  const take = (fits: (webhook: ActualWebhook) => boolean) => {
    const found = [...left].find(fits);
    if (found) left.delete(found);
    return found;
  };
  const byUrl = webhooks.map((wanted) => [wanted, take(({ url }) => url === wanted.url)] as const);
  const steps = byUrl.flatMap(([wanted, same]) => {
    const { description } = wanted;
    const known = same ?? (description ? take((each) => each.description === description) : undefined);
    return known ? webhookUpdate(wanted, known) : [webhookCreation(wanted)];
  });
  const deletions = [...left].map(
    ({ id, url }): SetupStep => ({
      change: changeOf({ path: `webhooks.${url}`, action: 'delete' }),
      phase: 'delete',
      run: async ({ client }) => {
        await client.call(deleteWebhook, { params: { id } });
        return null;
      },
    }),
  );
  return pruned(steps, deletions, { kind: 'webhooks', prune });
}

/** A webhook as the file names it; of headers only the names can be compared. */
function webhookFields(webhook: ActualWebhook): Readonly<Record<string, unknown>> {
  return { ...webhook, enabled_events: webhook.enabled_events.toSorted() };
}

function wantedWebhook({ request_headers: headers, secret_file: _file, ...wanted }: WebhookSetup) {
  const names = headers && Object.keys(headers).map((name) => name.toLowerCase());
  return {
    ...wanted,
    enabled_events: wanted.enabled_events.toSorted(),
    ...(names && { request_header_names: names.toSorted() }),
  };
}

async function headersOf({ context }: ApplySession, { request_headers: headers }: WebhookSetup) {
  if (headers === undefined) return {};
  const read = Object.entries(headers).map(
    async ([name, reference]) => [name, await readSecretAt(context, reference)] as const,
  );
  return { request_headers: Object.fromEntries(await Promise.all(read)) };
}

/** A receiver of events learns of the mail, as a receiver of copies does: being told more is looser. */
function reaching(fields: readonly FieldChange[]): FieldChange[] {
  return fields.map((each) => (tellsMore(each) ? { ...each, direction: 'loosen' } : each));
}

function tellsMore({ field, before, after }: FieldChange): boolean {
  if (field === 'url') return true;
  if (field === 'enabled') return before === false;
  if (!SELECTING.includes(field) || !Array.isArray(before) || !Array.isArray(after)) return false;
  return after.some((each) => !before.includes(each));
}

/** Fields that select what is told. */
const SELECTING = ['enabled_events', 'labels', 'tags'];

function webhookCreation(wanted: WebhookSetup): SetupStep {
  return {
    change: changeOf({
      path: `webhooks.${wanted.url}`,
      action: 'create',
      fields: reaching(fieldChanges({}, {}, wantedWebhook(wanted))),
    }),
    phase: 'loosen',
    ...(wanted.secret_file !== undefined && { writes: wanted.secret_file }),
    state: async (client) => {
      const { webhooks } = await client.call(listWebhooks, {});
      return webhooks.some(({ url }) => url === wanted.url) ? 'changed' : 'as_planned';
    },
    run: async (session) => {
      const { secret_file: file = null, request_headers: _headers, ...fields } = wanted;
      const { signing_secret: secret } = await session.client.call(createWebhook, {
        body: { ...fields, ...(await headersOf(session, wanted)) },
      });
      return { path: `webhooks.${wanted.url}`, secret, file };
    },
  };
}

function webhookUpdate(wanted: WebhookSetup, known: ActualWebhook): SetupStep[] {
  const { id } = known;
  const fields = reaching(fieldChanges({}, webhookFields(known), wantedWebhook(wanted)));
  if (fields.length === 0) return [];
  const change = changeOf({ path: `webhooks.${known.url}`, action: 'update', fields });
  return [
    {
      change,
      phase: change.direction === 'loosen' ? 'loosen' : 'neutral',
      state: async (client) =>
        stateOf(fields, webhookFields(await client.call(getWebhook, { params: { id } }))),
      run: async (session) => {
        const { request_header_names: names, ...changed } = afterOf(fields);
        const headers = names === undefined ? {} : await headersOf(session, wanted);
        await session.client.call(updateWebhook, { params: { id }, body: { ...changed, ...headers } });
        return null;
      },
    },
  ];
}
