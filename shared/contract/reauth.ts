import { z } from 'zod';
import { ACTION_SCOPES, type ActionScope } from '../action-scopes.ts';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { timestamp } from './fields.ts';

/** Fresh proof of identity, for changes that a session alone may not make. */

export { ACTION_SCOPES, type ActionScope };

/** Fields of every gated body: a code or password, and the challenge of a texted code. */
export const reauthFields = {
  reauth_token: z.string().min(1).max(1000).optional(),
  reauth_challenge: z.string().min(1).max(200).optional(),
};

/** Errors of the gate. */
export const REAUTH_ERRORS = [
  'REAUTH_REQUIRES_SESSION',
  'REAUTH_REQUIRED',
  'REAUTH_INVALID_TOTP',
  'REAUTH_INVALID_PASSWORD',
  'REAUTH_INVALID_CHALLENGE',
] as const satisfies readonly ErrorCode[];

export const sendReauthSms = endpoint({
  id: 'auth.reauth.sms.send',
  method: 'POST',
  path: '/v1/auth/reauth/sms/send',
  summary: 'Send a re-authentication code by text message for one action with these values.',
  who: 'session',
  effects: ['mutating'],
  body: z.strictObject({
    action_scope: z.enum(ACTION_SCOPES),
    values: z.record(z.string(), z.unknown()),
  }),
  replies: {
    200: z.object({ reauth_challenge: z.string(), expires_at: timestamp, phone_number_masked: z.string() }),
  },
  errors: ['PHONE_VERIFICATION_RATE_LIMITED'],
});
