import type { Context } from '../context.ts';
import { invalidField } from '../errors.ts';
import { RefusedTargetError } from '../system/address-guard.ts';

type Needs = Pick<Context, 'poster'>;

/** Refuses a URL whose text says that no delivery could be sent to it. */
export function assertTargetText({ poster }: Needs, url: string): void {
  try {
    poster.assertPermitted(url);
  } catch (error) {
    throw asInvalid(error);
  }
}

/** Refuses a URL that no delivery could be sent to: by its text, or by what its name resolves to now. */
export async function assertTarget({ poster }: Needs, url: string): Promise<void> {
  try {
    await poster.assertAllowed(url);
  } catch (error) {
    throw asInvalid(error);
  }
}

function asInvalid(error: unknown): unknown {
  return error instanceof RefusedTargetError ? invalidField('url', error.message) : error;
}
