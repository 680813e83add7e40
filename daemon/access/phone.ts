import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { invalidField, ServiceError } from '../platform/errors/service-error.ts';
import type { AccessContext } from './context.ts';

const E164 = /^\+[1-9]\d{6,14}$/;

/** Returns a phone number in E.164 that can receive text messages. */
export function assertPhoneNumber(
  context: Pick<AccessContext, 'settings'>,
  text: string,
  field = 'phone_number',
): string {
  const number = text.trim();
  if (!E164.test(number)) throw invalidField(field, 'must be in E.164 format, such as +4915112345678');
  // Prefixes come first: some have no number that the library considers possible.
  const denied = context.settings.get('access.denied_phone_prefixes');
  if (denied.some((prefix) => number.startsWith(prefix)))
    throw new ServiceError('PHONE_COUNTRY_NOT_SUPPORTED');
  if (!parsePhoneNumberFromString(number)?.isPossible()) {
    throw invalidField(field, "isn't a valid phone number");
  }
  return number;
}

/** `+`, asterisks, and the last four digits. */
export function maskPhone(number: string): string {
  return `+${'*'.repeat(Math.max(0, number.length - 5))}${number.slice(-4)}`;
}
