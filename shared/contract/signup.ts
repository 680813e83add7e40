import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { emailText, passwordText } from './sessions.ts';

/** Sign-up, and the codes by email and text message that unlock a new account. */

const SMS_DELIVERY = ['sent', 'already_sent', 'pending', 'failed', 'not_required'] as const;
const smsDelivery = z.enum(SMS_DELIVERY);
/** Any text; one that isn't E.164 is refused with a code of its own. */
export const phoneText = z.string().min(1).max(40);
export const sixDigits = z.string().regex(/^\d{6}$/, 'must be six digits');

const signupFields = {
  email: emailText,
  phone_number: phoneText.optional(),
  accept_terms: z.literal(true),
  invite_code: z.string().max(200).optional(),
  cli_signup_code: z.string().max(200).optional(),
  accept_web_risk_version: z.string().max(20).optional(),
};

const signedUp = z.object({
  account_id: z.string(),
  api_key: z.string(),
  verification_required: z.boolean(),
  email_verification_required: z.boolean(),
  phone_verification_required: z.boolean(),
  sms_delivery_status: smsDelivery,
  phone_number_masked: z.string().nullable(),
  message: z.string(),
});

export const signUp = endpoint({
  id: 'accounts.signup',
  method: 'POST',
  path: '/v1/accounts/signup',
  summary: 'Create a trial account with its first admin key. Both are locked until the codes are confirmed.',
  who: 'public',
  sameSite: true,
  effects: ['mutating', 'secret-revealing'],
  body: z.strictObject({ ...signupFields, password: passwordText.optional() }),
  replies: { 201: signedUp },
  errors: [
    'CONFLICT',
    'SIGNUP_CLOSED',
    'CLI_SIGNUP_CODE_REQUIRED',
    'CLI_SIGNUP_CODE_INVALID',
    'PHONE_COUNTRY_NOT_SUPPORTED',
    'RATE_LIMITED',
  ],
  extension: true,
});

export const dashboardSignUp = endpoint({
  ...signUp,
  id: 'auth.signup',
  path: '/v1/auth/signup',
  summary: 'Create a trial account and sign in.',
  body: z.strictObject({ ...signupFields, password: passwordText }),
});

export const createCliSignupCode = endpoint({
  id: 'auth.cli_signup_codes.create',
  method: 'POST',
  path: '/v1/auth/cli-signup-codes',
  summary: 'Create an invitation code. It lets one account sign up and is valid for 30 minutes.',
  who: 'session',
  effects: ['mutating', 'secret-revealing'],
  replies: { 201: z.object({ code: z.string(), expires_at: timestamp }) },
  errors: [],
});

export const verifyEmail = endpoint({
  id: 'auth.verify_email',
  method: 'POST',
  path: '/v1/auth/verify-email',
  summary: "Confirm a new account's email address with the emailed code, and text a code to its phone.",
  who: 'any',
  whileLocked: true,
  effects: ['mutating'],
  body: z.strictObject({ code: sixDigits }),
  replies: {
    200: z.object({
      verified: z.literal(true),
      sms_delivery_status: smsDelivery,
      phone_number_masked: z.string().nullable(),
    }),
  },
  errors: ['VERIFICATION_CODE_EXPIRED', 'TOO_MANY_ATTEMPTS'],
});

export const resendVerification = endpoint({
  id: 'auth.resend_verification',
  method: 'POST',
  path: '/v1/auth/resend-verification',
  summary: 'Resend the email confirmation code of a new account if it has expired.',
  who: 'public',
  sameSite: true,
  effects: ['mutating'],
  body: z.strictObject({ email: emailText }),
  replies: { 200: z.object({ message: z.string() }) },
  errors: ['RATE_LIMITED'],
});

export const verifyPhone = endpoint({
  id: 'auth.verify_phone',
  method: 'POST',
  path: '/v1/auth/verify-phone',
  summary: "Confirm a new account's phone number with the texted code.",
  who: 'any',
  whileLocked: true,
  effects: ['mutating'],
  body: z.strictObject({ code: sixDigits }),
  replies: { 200: z.object({ verified: z.literal(true), phone_number_masked: z.string() }) },
  errors: ['PHONE_VERIFICATION_EXPIRED', 'PHONE_VERIFICATION_ATTEMPTS_EXCEEDED'],
});

export const resendPhoneVerification = endpoint({
  id: 'auth.resend_phone_verification',
  method: 'POST',
  path: '/v1/auth/resend-phone-verification',
  summary: 'Resend the phone confirmation code of a new account, optionally to a corrected number.',
  who: 'any',
  whileLocked: true,
  effects: ['mutating'],
  body: z.strictObject({ phone_number: phoneText.optional() }),
  replies: {
    200: z.object({ message: z.string(), phone_number_masked: z.string(), expires_at: timestamp }),
  },
  errors: ['CONFLICT', 'PHONE_COUNTRY_NOT_SUPPORTED', 'PHONE_VERIFICATION_RATE_LIMITED'],
});
