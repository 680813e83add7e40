import type { Context } from '../../context.ts';
import type { StopReason } from '../../platform/store/cluster.ts';
import { scheduleRetry } from '../../platform/system/schedule-retry.ts';
import { takeOverEnded } from './take-over.ts';

const REASONS: Readonly<Record<StopReason, string>> = {
  replaced: 'stopping: other nodes have the work of this one, which they had not seen for too long',
  outdated: 'stopping: a newer version of agentmail changed the database; install it for this node too',
  undecided:
    'stopping: the answer to a commit was lost, and it had happened; the next start, or other nodes, continue its work',
};

/** Parts of the daemon that change with the cluster. */
interface Watched {
  readonly context: Context;
  /** Looks for jobs that other nodes ran. */
  readonly wakeJobs: () => void;
  /** Ends the daemon. */
  readonly mustStop: () => void;
}

/** Acts on nodes that end, and on the trust of this one, until the returned function is called. */
export function watchCluster({ context, wakeJobs, mustStop }: Watched): () => void {
  const { log, outage, store } = context;
  let latest = Promise.resolve();
  const takeOverSoon = (): Promise<void> => {
    if (context.stopping.aborted) return latest;
    latest = latest
      .then(() => takeOverEnded(context))
      .then(wakeJobs)
      .catch((error: unknown) => {
        outage.failed(error, 'work of other nodes not taken over, will retry');
        scheduleRetry(context, takeOverSoon);
      });
    return latest;
  };
  return store.cluster.watch({
    nodesEnded: (nodes) => {
      log.warn({ nodes }, 'other nodes ended');
      void takeOverSoon();
    },
    workLeft: () => void takeOverSoon(),
    trustChanged: (isTrusted) => {
      if (isTrusted) return outage.end();
      outage.begin('no heartbeat');
      log.error('database not reached for too long, all work is paused');
    },
    mustStop: (reason) => {
      log.fatal(REASONS[reason]);
      mustStop();
    },
  });
}
