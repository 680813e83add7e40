import { Secret, TOTP } from 'otpauth';
import type { Transaction } from '../../platform/store/store.ts';
import type { Random } from '../../platform/system/random.ts';
import type { AccessContext } from '../context.ts';

/** Time-based codes (RFC 6238): SHA-1, six digits, steps of 30 s, one step of tolerance either way. */
const STEP_SECONDS = 30;
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = 'agentmail';
const SEAL = 'totp-secret';

export interface TotpSecret {
  /** Base32, for typing. */
  readonly secret: string;
  /** For a QR code. */
  readonly url: string;
  /** For the database. */
  readonly sealed: Buffer;
}

export function newTotpSecret(context: Pick<AccessContext, 'random' | 'secrets'>, email: string): TotpSecret {
  const secret = new Secret({ buffer: copy(context.random.bytes(SECRET_BYTES)) });
  const totp = new TOTP({ issuer: ISSUER, label: email, secret, period: STEP_SECONDS });
  return {
    secret: secret.base32,
    url: totp.toString(),
    sealed: context.secrets.seal(SEAL, secret.base32),
  };
}

/** The library needs a buffer of its own, not a view into a pool. */
function copy(bytes: ReturnType<Random['bytes']>): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

/** The time step of a code, or null when no step near `now` has it. */
export function matchingStep(
  context: Pick<AccessContext, 'secrets'>,
  { sealed, code, now }: { readonly sealed: Buffer; readonly code: string; readonly now: number },
): number | null {
  const secret = Secret.fromBase32(context.secrets.unseal(SEAL, sealed));
  const totp = new TOTP({ secret, period: STEP_SECONDS });
  const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), timestamp: now, window: WINDOW });
  return delta === null ? null : currentStep(now) + delta;
}

/** Redeems a code; false when it's wrong or its step was used. */
export async function redeemTotp(
  context: Pick<AccessContext, 'secrets'>,
  transaction: Transaction,
  { accountId, code }: { readonly accountId: string; readonly code: string },
): Promise<boolean> {
  const { db, now } = transaction;
  const account = await db
    .selectFrom('accounts')
    .select(['totp_secret', 'totp_used_steps'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!account.totp_secret) return false;
  const step = matchingStep(context, { sealed: account.totp_secret, code, now });
  const used = account.totp_used_steps.filter((earlier) => earlier >= currentStep(now) - WINDOW);
  if (step === null || used.includes(step)) return false;
  await db
    .updateTable('accounts')
    .set({ totp_used_steps: [...used, step] })
    .where('id', '=', accountId)
    .execute();
  return true;
}

function currentStep(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS);
}
