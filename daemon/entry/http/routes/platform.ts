import * as platform from '../../../../shared/contract/platform.ts';
import type { Runtime } from '../../../operation/cluster/runtime.ts';
import { exposeMetrics } from '../../../operation/metrics/expose.ts';
import { getHealth } from '../../../operation/operator/health.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { type Binding, bindOpen, bindRaw, Content } from '../call.ts';

/** Routes without an account. */
export function platformRoutes(runtime: Runtime): readonly Binding[] {
  let document: Promise<Content> | undefined;
  return [
    bindOpen(platform.getHealth, (context) => getHealth(context)),
    bindOpen(platform.getReadiness, ({ store }) => {
      if (!runtime.ready || !store.cluster.isTrusted)
        throw new ServiceError('SERVICE_UNAVAILABLE', { retry_after: 1 });
      return { ready: true as const };
    }),
    bindOpen(platform.getOpenApi, async () => {
      // Cached as bytes: it has 250 KB, and every answer would check and serialise the object again.
      // Descriptions and examples are loaded by the first request.
      document ??= openApiContent();
      return document;
    }),
    bindRaw(platform.getMetrics, 'text/plain; version=0.0.4; charset=utf-8', (context) =>
      exposeMetrics(context),
    ),
  ];
}

async function openApiContent(): Promise<Content> {
  const { openApiDocument } = await import('../openapi.ts');
  return new Content(Buffer.from(JSON.stringify(openApiDocument())), {
    'content-type': 'application/json; charset=utf-8',
  });
}
