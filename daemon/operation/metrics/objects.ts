import { Counter, Histogram, type Registry } from 'prom-client';
import type { BucketUse } from '../../platform/store/bucket/object-store.ts';
import { DURATION_BUCKETS } from './operations.ts';

/** Counts and measures the use of the bucket for large blobs. */
export function measureObjects(
  registry: Registry,
): Required<Pick<BucketUse, 'requestStarted' | 'cacheRead'>> {
  const requests = new Histogram({
    name: 'agentmail_object_request_duration_seconds',
    help: 'Time of a request to the bucket for large blobs, with all its attempts, in seconds.',
    labelNames: ['operation', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const reads = new Counter({
    name: 'agentmail_object_cache_reads_total',
    help: 'Reads of large blobs in a bucket, by whether this machine had a copy.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    requestStarted: (operation) => {
      const end = requests.startTimer({ operation });
      return (outcome) => void end({ outcome });
    },
    cacheRead: (outcome) => reads.inc({ outcome }),
  };
}
