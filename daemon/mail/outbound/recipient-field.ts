import { invalidField } from '../../platform/errors/service-error.ts';

/** Control characters have no place in an address. */
const CONTROL = /\p{Cc}/u;

/** A recipient as it was written, trimmed. */
export function assertPlainAddress(written: string): string {
  const to = written.trim();
  if (CONTROL.test(to)) throw invalidField('to', 'must not contain control characters', 422);
  return to;
}
