import type { Context } from '../context.ts';
import { invalidField } from '../errors.ts';
import { RefusedTargetError } from '../system/address-guard.ts';

/** Refuses a URL that no delivery could be sent to: by its text, or by what its name resolves to now. */
export async function assertTarget(context: Pick<Context, 'poster'>, url: string): Promise<void> {
  try {
    await context.poster.assertAllowed(url);
  } catch (error) {
    if (error instanceof RefusedTargetError) throw invalidField('url', error.message);
    throw error;
  }
}
