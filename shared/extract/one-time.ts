import type { CODE_KINDS } from '../contract/limits.ts';
import { findCode } from './otp.ts';
import { findSignInLink } from './sign-in-link.ts';
import type { Readable } from './text.ts';

export type OneTimeKind = (typeof CODE_KINDS)[number];

/** A one-time code or a sign-in link. */
export interface OneTimeValue {
  readonly kind: Exclude<OneTimeKind, 'any'>;
  readonly value: string;
}

/** The one-time code or the sign-in link of a message; of both kinds, the code goes first. */
export function findOneTime(readable: Readable, kind: OneTimeKind): OneTimeValue | null {
  const otp = kind === 'link' ? null : findCode(readable);
  if (otp !== null) return { kind: 'otp', value: otp };
  const link = kind === 'otp' ? null : findSignInLink(readable);
  return link === null ? null : { kind: 'link', value: link };
}
