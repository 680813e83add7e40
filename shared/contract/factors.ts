import { z } from 'zod';
import { type Endpoint, endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';
import { REAUTH_ERRORS, reauthFields } from './reauth.ts';
import { emailText, passwordText } from './sessions.ts';
import { phoneText, sixDigits } from './signup.ts';

/** A person's password, email, second factor and phone. */

/** Shared by all except the two that reset a password. */
const HUMAN = {
  method: 'POST',
  who: 'session',
  bearerRefusal: 'REAUTH_REQUIRES_SESSION',
  effects: ['mutating'],
} as const satisfies Partial<Endpoint>;

const CODE_ERRORS = ['VERIFICATION_CODE_EXPIRED', 'TOO_MANY_ATTEMPTS'] as const satisfies ErrorCode[];
const SMS_CODE_ERRORS = [
  'PHONE_VERIFICATION_EXPIRED',
  'PHONE_VERIFICATION_ATTEMPTS_EXCEEDED',
] as const satisfies ErrorCode[];
/** Grant of a recovery, in place of fresh proof. */
const grantField = { grant: z.string().max(200).optional() };

const changed = z.object({ status: z.literal('changed') });
const sent = z.object({ expires_at: timestamp, phone_number_masked: z.string() });
const enabled = z.object({
  status: z.literal('enabled'),
  method: z.enum(['totp', 'sms']),
  recovery_codes: z.array(z.string()).length(LIMITS.recoveryCodes),
});

export const changePassword = endpoint({
  ...HUMAN,
  id: 'auth.password.change',
  path: '/v1/auth/password/change',
  summary: 'Change the password and sign out all other sessions.',
  body: z.strictObject({ new_password: passwordText, ...reauthFields }),
  replies: { 200: changed },
  errors: [...REAUTH_ERRORS],
});

export const requestPasswordReset = endpoint({
  id: 'auth.password.reset_request',
  method: 'POST',
  path: '/v1/auth/password/reset-request',
  summary: 'Email a password reset token.',
  who: 'public',
  sameSite: true,
  effects: ['mutating'],
  body: z.strictObject({ email: emailText }),
  replies: { 200: z.object({ message: z.string() }) },
  errors: ['RATE_LIMITED'],
});

export const resetPassword = endpoint({
  id: 'auth.password.reset',
  method: 'POST',
  path: '/v1/auth/password/reset',
  summary: 'Set a new password with a reset token and end all sessions. The second factor is kept.',
  who: 'public',
  sameSite: true,
  effects: ['mutating'],
  body: z.strictObject({ token: z.string().min(1).max(200), new_password: passwordText }),
  replies: { 200: changed },
  errors: ['VERIFICATION_CODE_EXPIRED'],
});

export const changeEmail = endpoint({
  ...HUMAN,
  id: 'auth.email_change.start',
  path: '/v1/auth/email-change',
  summary: 'Start changing the sign-in address: send a code to the new one.',
  body: z.strictObject({ new_email: emailText, ...reauthFields }),
  replies: { 200: z.object({ status: z.literal('code_sent'), expires_at: timestamp }) },
  errors: ['CONFLICT', ...REAUTH_ERRORS],
});

export const confirmEmailChange = endpoint({
  ...HUMAN,
  id: 'auth.email_change.confirm',
  path: '/v1/auth/email-change/confirm',
  summary: 'Confirm the new sign-in address and sign out all other sessions.',
  body: z.strictObject({ code: sixDigits }),
  replies: { 200: z.object({ email: z.string(), changed_at: timestamp }) },
  errors: ['CONFLICT', ...CODE_ERRORS],
});

export const setUpTotp = endpoint({
  ...HUMAN,
  id: 'auth.mfa.totp.setup',
  path: '/v1/auth/mfa/totp/setup',
  summary: 'Create a secret for an authenticator app. A code from the app activates it.',
  effects: ['mutating', 'secret-revealing'],
  body: z.strictObject(reauthFields),
  replies: { 200: z.object({ secret: z.string(), otpauth_url: z.string() }) },
  errors: [...REAUTH_ERRORS],
});

export const enableTotp = endpoint({
  ...HUMAN,
  id: 'auth.mfa.totp.enable',
  path: '/v1/auth/mfa/totp/enable',
  summary: 'Activate the authenticator app as the second factor.',
  effects: ['mutating', 'secret-revealing'],
  body: z.strictObject({ code: sixDigits, ...reauthFields }),
  replies: { 200: enabled },
  errors: [...CODE_ERRORS, ...REAUTH_ERRORS],
});

export const enrollSms = endpoint({
  ...HUMAN,
  id: 'auth.mfa.sms.enroll',
  path: '/v1/auth/mfa/sms/enroll',
  summary: "Start using text messages as the second factor: send a code to the account's phone.",
  body: z.strictObject(reauthFields),
  replies: { 200: sent },
  errors: ['CONFLICT', 'PHONE_VERIFICATION_RATE_LIMITED', ...REAUTH_ERRORS],
});

export const confirmSms = endpoint({
  ...HUMAN,
  id: 'auth.mfa.sms.confirm',
  path: '/v1/auth/mfa/sms/confirm',
  summary: 'Activate text messages as the second factor.',
  effects: ['mutating', 'secret-revealing'],
  body: z.strictObject({ code: sixDigits }),
  replies: { 200: enabled },
  errors: [...SMS_CODE_ERRORS],
});

export const disableMfa = endpoint({
  ...HUMAN,
  id: 'auth.mfa.disable',
  path: '/v1/auth/mfa/disable',
  summary: 'Turn off the second factor.',
  body: z.strictObject({ ...grantField, ...reauthFields }),
  replies: { 200: z.object({ status: z.literal('disabled') }) },
  errors: [...REAUTH_ERRORS],
});

export const recoverMfa = endpoint({
  ...HUMAN,
  id: 'auth.mfa.recovery',
  path: '/v1/auth/mfa/recovery',
  summary: 'Exchange a recovery code for a grant that replaces the lost factor once.',
  effects: ['mutating', 'secret-revealing'],
  body: z.strictObject({ recovery_code: z.string().min(1).max(64) }),
  replies: { 200: z.object({ grant: z.string(), expires_at: timestamp }) },
  errors: [],
});

export const changePhone = endpoint({
  ...HUMAN,
  id: 'auth.phone_change.start',
  path: '/v1/auth/phone-change',
  summary: 'Start changing the phone number: send a code to the new one.',
  body: z.strictObject({
    phone_number: phoneText,
    email_code: sixDigits.optional(),
    ...grantField,
    ...reauthFields,
  }),
  replies: { 200: sent },
  errors: [
    'PHONE_COUNTRY_NOT_SUPPORTED',
    'PHONE_VERIFICATION_RATE_LIMITED',
    ...CODE_ERRORS,
    ...REAUTH_ERRORS,
  ],
});

export const sendPhoneChangeEmailCode = endpoint({
  ...HUMAN,
  id: 'auth.phone_change.email_code',
  path: '/v1/auth/phone-change/email-code',
  summary: 'Email a code for adding a phone to an account without a password, second factor or phone.',
  replies: { 200: z.object({ expires_at: timestamp }) },
  errors: ['CONFLICT'],
});

export const confirmPhoneChange = endpoint({
  ...HUMAN,
  id: 'auth.phone_change.confirm',
  path: '/v1/auth/phone-change/confirm',
  summary: 'Confirm the new phone number.',
  body: z.strictObject({ code: sixDigits }),
  replies: { 200: z.object({ verified: z.literal(true), phone_number_masked: z.string() }) },
  errors: [...SMS_CODE_ERRORS],
});
