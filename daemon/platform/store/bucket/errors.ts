import type { StoreTrouble } from '../errors.ts';
import { StoreError } from '../errors.ts';

/** Code of errors of a bucket. */
export const BUCKET_UNAVAILABLE = 'BUCKET_UNAVAILABLE';

/** The bucket can't be used right now, or not as it's configured; the message says why. */
export class BucketError extends StoreError {
  readonly code = BUCKET_UNAVAILABLE;
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;

  constructor(reason: string, { isTransient, cause }: { isTransient: boolean; cause?: unknown }) {
    super(`the bucket for large blobs is unavailable: ${reason}`, { cause });
    this.name = 'BucketError';
    this.isTransient = isTransient;
  }
}

/** Null for errors with another cause. */
export function bucketTrouble(code: string): StoreTrouble | null {
  return code === BUCKET_UNAVAILABLE ? 'unreachable' : null;
}
