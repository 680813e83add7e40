import * as platform from '../../../shared/contract/platform.ts';
import { ServiceError } from '../../errors.ts';
import { exposeMetrics } from '../../metrics/expose.ts';
import { getHealth } from '../../operator/health.ts';
import type { Runtime } from '../../runtime.ts';
import { type Binding, bindOpen, bindRaw, Content } from '../call.ts';
import { openApiDocument } from '../openapi.ts';

/** Routes without an account. */
export function platformRoutes(runtime: Runtime): readonly Binding[] {
  let document: Content | undefined;
  return [
    bindOpen(platform.getHealth, (context) => getHealth(context)),
    bindOpen(platform.getReadiness, () => {
      if (!runtime.ready) throw new ServiceError('SERVICE_UNAVAILABLE', { retry_after: 1 });
      return { ready: true as const };
    }),
    bindOpen(platform.getOpenApi, () => {
      // Cached as bytes: it has 390 KB, and every answer would check and serialise the object again.
      document ??= new Content(Buffer.from(JSON.stringify(openApiDocument())), {
        'content-type': 'application/json; charset=utf-8',
      });
      return document;
    }),
    bindRaw(platform.getMetrics, 'text/plain; version=0.0.4; charset=utf-8', (context) =>
      exposeMetrics(context),
    ),
  ];
}
