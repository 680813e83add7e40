import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import { MAILBOX_NAME, RESERVED_MAILBOX_NAMES } from '../../../shared/contract/limits.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';

/** Returns a mailbox name in its stored form, or refuses it. */
export function assertMailboxName(raw: string): string {
  const name = raw.toLowerCase();
  const refuse = (reason: string, message: string) =>
    new ServiceError(
      'INVALID_NAME',
      { reason },
      { message: `This name can't be used for a mailbox: ${message}` },
    );
  if (UUID_SHAPE.test(name)) throw refuse('uuid_shaped', 'it looks like an ID.');
  if (!MAILBOX_NAME.test(name) || name.includes('..')) {
    throw refuse(
      'characters',
      "use 1 to 64 letters, digits, dots, hyphens and underscores, begin and end with a letter or digit, and don't use two dots in a row.",
    );
  }
  if (RESERVED_MAILBOX_NAMES.some((reserved) => reserved === name))
    throw refuse('reserved', 'it is reserved.');
  return name;
}
