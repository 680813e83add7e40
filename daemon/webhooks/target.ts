import type { Context } from '../context.ts';
import { invalidField } from '../errors.ts';
import { RefusedTargetError } from '../system/address-guard.ts';

type Needs = Pick<Context, 'poster'>;

/** Refuses a URL that's invalid by its text. */
export function assertTargetText({ poster }: Needs, url: string): void {
  try {
    poster.assertPermitted(url);
  } catch (error) {
    throw asInvalid(error);
  }
}

/** Refuses a URL that's invalid by its text, or by the addresses of its name. */
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
