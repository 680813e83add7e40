import { URL_REPUTATION_VERSION } from '../../../shared/contract/accounts.ts';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { signUp as contract } from '../../../shared/contract/signup.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { parseAddress } from '../../platform/system/mail-address.ts';
import { endChallenge, findByToken } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { normaliseEmail } from '../email.ts';
import { assertWithin } from '../guards.ts';
import { newPasswordHash } from '../password.ts';
import { assertPhoneNumber, maskPhone } from '../phone.ts';
import { type ClientFacts, type OpenedSession, openSession } from '../sessions/open.ts';
import { addressSubject } from '../throttles/throttles.ts';
import { insertAccount } from './insert-account.ts';

type SignUpBody = BodyOf<typeof contract>;
type SignUpReply = ReplyOf<typeof contract>;

export interface SignedUp {
  readonly reply: SignUpReply;
  readonly session: OpenedSession | null;
}

interface SignUpInput {
  readonly body: SignUpBody;
  readonly client: ClientFacts;
  readonly options: { readonly withSession: boolean };
}

/** Creates a trial account that is locked until its email, then its phone, are verified. */
export async function signUp(
  context: AccessContext,
  { body, client, options }: SignUpInput,
): Promise<SignedUp> {
  assertOpen(context, body);
  const fields = readFields(context, body);
  await assertWithin(context, {
    subject: addressSubject(client.address),
    scope: 'sign_up',
    ...LIMITS.signups,
  });
  const passwordHash =
    body.password === undefined ? null : await newPasswordHash(body.password, fields.email);
  const inviter = await inviterOf(context, body.cli_signup_code);
  return context.store.write({ accounts: [SERVICE_ACCOUNT, ...inviter] }, async (transaction) => {
    await redeemSignupCode(context, transaction, body.cli_signup_code);
    const { accountId, apiKey } = await insertAccount(context, transaction, {
      ...fields,
      passwordHash,
      tier: 'sandbox',
      unlimited: false,
      verified: false,
      actor: { type: 'system', id: 'signup' },
    });
    const session = options.withSession
      ? await openSession(context, transaction, { accountId, client })
      : null;
    return { reply: project(context, { accountId, apiKey, phone: fields.phoneNumber }), session };
  });
}

function assertOpen(context: AccessContext, body: SignUpBody): void {
  const mode = context.settings.get('access.signup');
  if (mode === 'closed') throw new ServiceError('SIGNUP_CLOSED');
  if (mode === 'code' && !body.cli_signup_code) throw new ServiceError('CLI_SIGNUP_CODE_REQUIRED');
}

function readFields(context: AccessContext, body: SignUpBody) {
  const email = normaliseEmail(body.email);
  if (!parseAddress(email)) throw invalidField('email', 'must be an email address');
  const version = body.accept_web_risk_version;
  if (version !== undefined && version !== URL_REPUTATION_VERSION) {
    throw invalidField('accept_web_risk_version', "isn't the current version");
  }
  const needsPhone = context.settings.get('access.phone_verification') === 'on';
  if (body.phone_number === undefined && needsPhone) throw invalidField('phone_number', 'is required');
  return {
    email,
    phoneNumber: body.phone_number === undefined ? null : assertPhoneNumber(context, body.phone_number),
  };
}

/** In `code` mode each code admits one account. */
/** The account whose code is redeemed, if any. */
async function inviterOf({ store, ...context }: AccessContext, code: string | undefined): Promise<string[]> {
  if (context.settings.get('access.signup') !== 'code') return [];
  const now = context.clock.now();
  const challenge = await findByToken(
    context,
    { db: store.read, now },
    { kind: 'cli_signup', token: code ?? '' },
  );
  return challenge?.account_id ? [challenge.account_id] : [];
}

async function redeemSignupCode(
  context: AccessContext,
  transaction: Transaction,
  code: string | undefined,
): Promise<void> {
  if (context.settings.get('access.signup') !== 'code') return;
  const challenge = await findByToken(context, transaction, { kind: 'cli_signup', token: code ?? '' });
  if (!challenge) throw new ServiceError('CLI_SIGNUP_CODE_INVALID');
  await endChallenge(transaction, challenge);
}

interface ProjectInput {
  readonly accountId: string;
  readonly apiKey: string;
  readonly phone: string | null;
}

function project(context: AccessContext, { accountId, apiKey, phone }: ProjectInput): SignUpReply {
  const needsPhone = context.settings.get('access.phone_verification') === 'on';
  return {
    account_id: accountId,
    api_key: apiKey,
    verification_required: true,
    email_verification_required: true,
    phone_verification_required: needsPhone,
    sms_delivery_status: needsPhone ? 'pending' : 'not_required',
    phone_number_masked: phone === null ? null : maskPhone(phone),
    message: needsPhone
      ? 'A code was sent to your email address. Confirm it first, then the code that is sent to your phone.'
      : 'A code was sent to your email address. Confirm it.',
  };
}
