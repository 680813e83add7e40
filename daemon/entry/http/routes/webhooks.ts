import * as webhooks from '../../../../shared/contract/webhooks.ts';
import { createWebhook } from '../../../events/webhooks/create.ts';
import { deleteWebhook } from '../../../events/webhooks/delete.ts';
import { listDeliveries } from '../../../events/webhooks/deliveries.ts';
import { getWebhook, listWebhooks } from '../../../events/webhooks/read.ts';
import { retryDelivery } from '../../../events/webhooks/redeliver.ts';
import { rotateSecret } from '../../../events/webhooks/rotate.ts';
import { testWebhook } from '../../../events/webhooks/test-delivery.ts';
import { updateWebhook } from '../../../events/webhooks/update.ts';
import { type Binding, bind } from '../call.ts';

/** Webhooks and their deliveries. */
export const webhookRoutes: readonly Binding[] = [
  bind(webhooks.createWebhook, (context, principal, { body }) => createWebhook(context, principal, body)),
  bind(webhooks.listWebhooks, (context, principal) => listWebhooks(context, principal)),
  bind(webhooks.getWebhook, (context, principal, { params }) => getWebhook(context, principal, params.id)),
  bind(webhooks.updateWebhook, updateWebhook),
  bind(webhooks.deleteWebhook, (context, principal, { params }) =>
    deleteWebhook(context, principal, params.id),
  ),
  bind(webhooks.rotateWebhookSecret, (context, principal, { params }) =>
    rotateSecret(context, principal, params.id),
  ),
  bind(webhooks.testWebhook, testWebhook),
  bind(webhooks.listDeliveries, listDeliveries),
  bind(webhooks.retryDelivery, retryDelivery),
];
