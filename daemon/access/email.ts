import { lowerAscii } from '../platform/system/mail-address.ts';

/** Log-in addresses are compared in this form. */
export function normaliseEmail(text: string): string {
  return lowerAscii(text.trim());
}
