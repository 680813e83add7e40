import type { ActionScope } from '../../../../shared/action-scopes.ts';
import { sendReauthSms } from '../../../../shared/contract/reauth.ts';
import { ApiError, call, messageOf } from '../api.ts';

/** Fresh proof of who the person is, for changes that loosen safety. */

export interface ProofFields {
  readonly reauth_token?: string;
  readonly reauth_challenge?: string;
}

/** A change that may require proof. */
export interface GatedChange {
  readonly scope: ActionScope;
  /** Values to which a texted code is bound: the body, and the ID of the mailbox or key in the path. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly act: (proof: ProofFields) => Promise<unknown>;
}

/** A proof that the person is asked for. */
export interface Question {
  readonly method: 'password' | 'totp' | 'sms' | 'none';
  /** Where the texted code went. */
  readonly sentTo?: string | undefined;
  readonly problem?: string | undefined;
  readonly answer: (token: string | undefined) => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

export const currentQuestion = (): Question | undefined => question;

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(asked: Omit<Question, 'answer'>): Promise<string | undefined> {
  return new Promise((resolve) => {
    question = {
      ...asked,
      answer: (token) => {
        question = undefined;
        for (const listener of listeners) listener();
        resolve(token);
      },
    };
    for (const listener of listeners) listener();
  });
}

/**
 * Makes a change. If the daemon requires proof, asks for it until it's right. Resolves with false if the
 * person cancels.
 */
export async function withProof({ scope, values, act }: GatedChange): Promise<boolean> {
  const refusal = await act({}).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal === undefined) return true;
  if (!(refusal instanceof ApiError) || refusal.code !== 'REAUTH_REQUIRED') throw refusal;
  const method = refusal.details.method as Question['method'];
  const sent =
    method === 'sms' ? await call(sendReauthSms, { body: { action_scope: scope, values } }) : undefined;
  for (let problem: string | undefined; ; ) {
    const token = await ask({ method, problem, sentTo: sent?.phone_number_masked });
    if (token === undefined) return false;
    try {
      await act({ reauth_token: token, ...(sent && { reauth_challenge: sent.reauth_challenge }) });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.code.startsWith('REAUTH_INVALID')) throw error;
      problem = messageOf(error);
    }
  }
}
