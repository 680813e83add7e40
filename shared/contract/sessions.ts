import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Log-in, log-out and the session cookie. */

export { PAGE_SECRET_HEADER, SESSION_COOKIE, SESSION_REQUEST_HEADER } from '../session-cookie.ts';

/** Any text: an invalid email gets the same answer as an unknown one. */
export const emailText = z.string().min(3).max(320);
export const passwordText = z
  .string()
  .min(1)
  .max(LIMITS.passwordCharacters.max * 4);

const loggedIn = z.object({
  account_id: z.string(),
  email: z.string(),
  session: z.object({ id: z.string(), expires_at: timestamp }),
});

export const login = endpoint({
  id: 'auth.login',
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Sign in with a password or an emailed code. Sets the session cookie.',
  who: 'public',
  sameSite: true,
  effects: ['mutating'],
  body: z
    .strictObject({
      email: emailText,
      password: passwordText.optional(),
      email_code: z.string().max(20).optional(),
      code: z.string().max(64).optional(),
      challenge: z.string().max(200).optional(),
    })
    .refine((body) => (body.password === undefined) !== (body.email_code === undefined), {
      message: 'must have exactly one of password and email_code',
    }),
  replies: { 200: loggedIn },
  errors: ['UNAUTHORIZED', 'MFA_REQUIRED', 'RATE_LIMITED', 'PHONE_VERIFICATION_RATE_LIMITED'],
});

export const sendLoginCode = endpoint({
  id: 'auth.login_code',
  method: 'POST',
  path: '/v1/auth/login-code',
  summary: 'Email a sign-in code to an account without a password.',
  who: 'public',
  sameSite: true,
  effects: ['mutating'],
  body: z.strictObject({ email: emailText }),
  replies: { 200: z.object({ message: z.string() }) },
  errors: ['RATE_LIMITED'],
});

export const logout = endpoint({
  id: 'auth.logout',
  method: 'POST',
  path: '/v1/auth/logout',
  summary: 'Sign out: end the session of this cookie.',
  who: 'session',
  whileLocked: true,
  effects: ['mutating'],
  replies: { 200: z.object({ status: z.literal('logged_out') }) },
  errors: [],
});

export const listSessions = endpoint({
  id: 'auth.sessions.list',
  method: 'GET',
  path: '/v1/auth/sessions',
  summary: "List the account's sessions, newest first.",
  who: 'session',
  effects: ['read-only'],
  replies: {
    200: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          created_at: timestamp,
          last_seen_at: timestamp,
          expires_at: timestamp,
          current: z.boolean(),
          address: z.string(),
          user_agent: z.string().nullable(),
        }),
      ),
    }),
  },
  errors: [],
});

export const endSession = endpoint({
  id: 'auth.sessions.end',
  method: 'DELETE',
  path: '/v1/auth/sessions/:id',
  summary: 'End a session of the account.',
  who: 'session',
  effects: ['mutating'],
  params: z.strictObject({ id: uuid }),
  replies: { 200: z.object({ status: z.literal('revoked') }) },
  errors: ['NOT_FOUND'],
});
