import type { MailContext } from './mail/context.ts';
import type { Metrics } from './operation/metrics/metrics.ts';

/** Dependencies of operations on the whole service, built by `compose.ts` only. */
export interface Context extends MailContext {
  readonly metrics: Metrics;
}
