import type { ErrorCode } from '../../shared/contract/errors.ts';

/** What a person can do about an error, where its message does not say it already. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'agentmail whoami shows the key in use; AGENTMAIL_KEY overrides the stored one',
  API_KEY_REVOKED: 'make a new key with an admin key: agentmail keys create',
  INSUFFICIENT_SCOPE: 'use the profile of an admin key: --profile NAME',
  MAILBOX_ACCESS_DENIED: 'agentmail whoami shows the mailboxes that this key is bound to',
  EMAIL_NOT_VERIFIED: 'agentmail verify email',
  PHONE_NOT_VERIFIED: 'agentmail verify phone',
  MFA_REQUIRED: 'add the code as the next line of stdin; a code by text message also needs its --challenge',
  SESSION_AUTH_REQUIRED: 'sign in first: agentmail login EMAIL',
  REAUTH_REQUIRES_SESSION: 'sign in first: agentmail login EMAIL',
  CONFLICT: 'look at the current state first, then decide again',
  EMAIL_EFFECT_HELD: 'a person has to decide about it; send --wait waits for that',
  IDEMPOTENT_REQUEST_NOT_PROVEN_SENT: 'look at the message before sending it again with another key',
  RATE_LIMITED: 'agentmail quota shows what is left and when it resets',
  INTERNAL_ERROR: 'agentmail logs shows what happened',
};

export function hintFor(code: string): string | undefined {
  return Object.hasOwn(HINTS, code) ? HINTS[code as ErrorCode] : undefined;
}
