import { invalidField } from '../../platform/errors/service-error.ts';
import { RefusedTargetError } from '../../platform/system/address-guard.ts';
import type { RulesContext } from '../../rules/context.ts';

type Needs = Pick<RulesContext, 'poster'>;

/** Refuses a URL that's invalid by its text. */
export function assertTargetText({ poster }: Needs, url: string): void {
  try {
    poster.assertPermitted(url);
  } catch (error) {
    throw asInvalid(error, 'url');
  }
}

/**
 * Refuses a URL that's invalid by its text, or by the addresses of its name. `field` is the one of the body.
 */
export async function assertTarget({ poster }: Needs, url: string, field = 'url'): Promise<void> {
  try {
    await poster.assertAllowed(url);
  } catch (error) {
    throw asInvalid(error, field);
  }
}

function asInvalid(error: unknown, field: string): unknown {
  return error instanceof RefusedTargetError ? invalidField(field, error.message) : error;
}
