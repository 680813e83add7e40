import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { CAPABILITIES, type getHealth as contract } from '../../../shared/contract/platform.ts';
import type { Context } from '../../context.ts';
import { isoTime } from '../../platform/system/iso-time.ts';

/** Liveness: answers while the process does, and reports failing parts. */
export async function getHealth(context: Context): Promise<ReplyOf<typeof contract>> {
  const database = await canRead(context);
  const scanner = context.analysis.isWorking;
  const healthy = context.transport.isHealthy();
  return {
    status: database ? (scanner && healthy ? 'ok' : 'degraded') : 'down',
    version: context.config.version,
    database,
    providers: {
      // Bounces and complaints arrive by SMTP, which every daemon has.
      primary: { healthy, configured: true, events_configured: true },
      failover: { healthy: false, configured: false, events_configured: false },
    },
    scanner,
    // The spam filter is one of the scanners.
    spam_filter: scanner,
    queue_depth: context.intake.depth,
    timestamp: isoTime(context.clock.now()),
    capabilities: [...CAPABILITIES],
  };
}

async function canRead(context: Context): Promise<boolean> {
  try {
    await context.store.read.selectFrom('settings').select('name').limit(1).execute();
    return true;
  } catch (error) {
    context.log.error({ err: error }, "the database can't be read");
    return false;
  }
}
