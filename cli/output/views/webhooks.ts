import type { z } from 'zod';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  createWebhook,
  delivery,
  listDeliveries,
  listWebhooks,
  webhook,
} from '../../../shared/contract/webhooks.ts';
import {
  bad,
  type Cell,
  fields,
  good,
  ID_COLUMN,
  line,
  moment,
  orDash,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';

type Webhook = z.output<typeof webhook>;

export const webhookList: View<ReplyOf<typeof listWebhooks>> = ({ webhooks }) => [
  table(
    [
      { title: 'url', flexible: true },
      { title: 'state' },
      { title: 'events', flexible: true },
      { title: 'last success' },
      ID_COLUMN,
    ],
    webhooks.map((each) => [
      strong(each.url),
      stateCell(each),
      each.enabled_events.join(' '),
      moment(each.last_success_at),
      quiet(each.id),
    ]),
    'No webhooks yet. Create one: agentmail webhooks create URL --event message.received',
  ),
];

export const webhookView: View<Webhook> = (each) => [
  fields(
    ['url', strong(each.url)],
    ['state', stateCell(each)],
    ['events', each.enabled_events.join(' ')],
    ['labels', orDash(each.labels?.join(' ') ?? null)],
    ['tags', orDash(each.tags?.join(' ') ?? null)],
    ['description', orDash(each.description)],
    ['headers', orDash(each.request_header_names.join(' '))],
    ['consecutive failures', String(each.consecutive_failures)],
    ['last success', moment(each.last_success_at)],
    ['last failure', moment(each.last_failure_at)],
    ['last error', orDash(each.last_error)],
    ['created', moment(each.created_at)],
    ['id', quiet(each.id)],
  ),
];

function stateCell({ enabled, disabled_reason }: Webhook): Cell {
  if (enabled) return good('enabled');
  return disabled_reason === null ? warning('disabled') : bad(`disabled: ${disabled_reason}`);
}

export const createdWebhook: View<ReplyOf<typeof createWebhook>> = ({ webhook, signing_secret }) => [
  ...webhookView(webhook),
  ...webhookSecret({ signing_secret }),
];

export const webhookSecret: View<{ readonly signing_secret: string }> = ({ signing_secret }) => [
  fields(['secret', strong(signing_secret)]),
  line(warning('The signing secret is not shown again. Store it now.')),
];

export const deletedWebhook: View<{ readonly status: 'deleted' }> = () => [line('The webhook is deleted.')];

export const queuedDelivery: View<{ readonly delivery_id: string }> = ({ delivery_id }) => [
  line('Queued as delivery', strong(delivery_id)),
];

export const deliveryList: View<ReplyOf<typeof listDeliveries>> = ({
  deliveries,
  next_before_at,
  next_before_id,
}) => [
  table(
    [
      { title: 'event' },
      { title: 'status' },
      { title: 'tries', align: 'right' },
      { title: 'error', flexible: true },
      { title: 'when' },
      ID_COLUMN,
    ],
    deliveries.map((each) => [
      each.event_type,
      deliveryCell(each),
      String(each.attempt_count),
      orDash(each.last_error),
      moment(each.created_at),
      quiet(each.id),
    ]),
    'No deliveries in the last 30 days.',
  ),
  ...(next_before_at === null || next_before_id === null
    ? []
    : [line(quiet(`More: --cursor ${next_before_at},${next_before_id}`))]),
];

function deliveryCell({ status }: z.output<typeof delivery>): Cell {
  if (status === 'delivered') return good(status);
  return status === 'abandoned' ? bad(status) : warning(status);
}
