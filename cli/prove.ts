import { text } from './command.ts';
import { CommandError, UsageError } from './errors.ts';
import type { Secrets } from './secrets.ts';

/** Fields of a request that carry fresh proof. */
export interface Proof {
  readonly reauth_token?: string;
  readonly reauth_challenge?: string;
}

export const challengeFlag = text(
  '--challenge <ID>',
  'Challenge that agentmail reauth made, for accounts with text messages as second factor.',
);

const QUESTIONS: Readonly<Record<string, string>> = {
  password: 'Password',
  totp: 'Code of your authenticator app',
  sms: 'Code of the text message',
};

/** Calls, and when the daemon wants fresh proof, asks for it and calls again. */
export async function withProof<T>(
  secrets: Secrets,
  action: { readonly scope: string; readonly values: unknown; readonly challenge: string | undefined },
  call: (proof: Proof) => Promise<T>,
): Promise<T> {
  try {
    return await call({});
  } catch (error) {
    const method = methodOf(error);
    const question = QUESTIONS[method];
    if (question === undefined) throw error;
    if (method === 'sms' && action.challenge === undefined) {
      throw new UsageError(
        'A code by text message has to be asked for first.',
        `agentmail reauth ${action.scope} --values '${JSON.stringify(action.values)}', then --challenge ID`,
      );
    }
    const token = await secrets.ask(question);
    return call({
      reauth_token: token,
      ...(action.challenge === undefined ? {} : { reauth_challenge: action.challenge }),
    });
  }
}

/** The method that the daemon wants proof by; empty when that is not what it said. */
function methodOf(error: unknown): string {
  if (!(error instanceof CommandError) || error.failure.code !== 'REAUTH_REQUIRED') return '';
  return String(error.failure.details?.['method'] ?? '');
}
