import type { ActionScope } from '../shared/action-scopes.ts';
import { text } from './command.ts';
import type { Context } from './context.ts';
import { CommandError, hinting } from './errors.ts';
import { given } from './given.ts';
import type { Secrets } from './secrets.ts';

/** Re-authentication fields of a request. */
export interface Proof {
  readonly reauth_token?: string;
  readonly reauth_challenge?: string;
}

/** Whether to use the session even if the profile has a key. */
export interface CallAs {
  readonly asPerson?: true;
}

type Values = Readonly<Record<string, unknown>>;

/** An action that requires re-authentication. */
export interface GatedAction {
  readonly scope: ActionScope;
  /** The body and the mailbox or key of the path, to which a texted code is bound. */
  readonly values: Values | (() => Promise<Values>);
  readonly challenge: string | undefined;
  /** Reads the proof, after the secrets that the command reads itself. */
  readonly secrets: Secrets;
}

export const challengeFlag = text(
  '--challenge <ID>',
  'Challenge ID of a texted code, as the first attempt printed it; only without a terminal.',
);

const QUESTIONS: Readonly<Record<string, string>> = {
  password: 'Password',
  totp: 'Code from your authenticator app',
  sms: 'Code from the text message',
};

/**
 * Makes a call. If the daemon requires a person, repeats it with the stored session. If it requires
 * re-authentication, asks for the proof and repeats it with that.
 */
export async function withProof<T>(
  context: Context,
  action: GatedAction,
  call: (proof: Proof, as: CallAs) => Promise<T>,
): Promise<T> {
  const proven = async (refusal: CommandError) =>
    call(await proofFor(context, action, refusal), { asPerson: true });
  try {
    return await call({}, {});
  } catch (error) {
    if (isRefusal(error, 'REAUTH_REQUIRED')) return proven(error);
    if (!isRefusal(error, 'REAUTH_REQUIRES_SESSION') || !(await maySignIn(context))) throw error;
  }
  try {
    return await call({}, { asPerson: true });
  } catch (error) {
    if (isRefusal(error, 'REAUTH_REQUIRED')) return proven(error);
    throw error;
  }
}

/** Asks for the proof that the refusal names. */
async function proofFor(context: Context, action: GatedAction, refusal: CommandError): Promise<Proof> {
  const method = String(refusal.failure.details?.method);
  const question = QUESTIONS[method];
  if (question === undefined) {
    throw hinting(
      refusal,
      'the account has no password, second factor or phone; set a password: agentmail account password forgot EMAIL',
    );
  }
  const challenge = method === 'sms' ? (action.challenge ?? (await sendCode(context, action))) : undefined;
  const token = await action.secrets.askIfAny(question);
  if (token === undefined) throw refusal;
  return { reauth_token: token, ...given({ reauth_challenge: challenge }) };
}

/** Texts the code of this action. Without a terminal, the command must be repeated with the code. */
async function sendCode(context: Context, { scope, values }: GatedAction): Promise<string> {
  const { sendReauthSms } = await import('../shared/contract/reauth.ts');
  const client = await context.client();
  const bound = typeof values === 'function' ? await values() : values;
  const sent = await client.call(sendReauthSms, { body: { action_scope: scope, values: { ...bound } } });
  if (context.world.stdin.isTTY) {
    context.say(`A code was sent to ${sent.phone_number_masked}.`);
    return sent.reauth_challenge;
  }
  throw new CommandError(`A code for this action was sent to ${sent.phone_number_masked}.`, {
    exit: 'credentials',
    code: 'REAUTH_REQUIRED',
    details: { method: 'sms', ...sent },
    hint: `repeat the command with --challenge ${sent.reauth_challenge} and the code as the last line of stdin`,
  });
}

/** AGENTMAIL_KEY takes precedence over the session. */
async function maySignIn({ world, credentials, profileName }: Context): Promise<boolean> {
  if (world.env.AGENTMAIL_KEY) return false;
  const { sessionEntry } = await import('./client/connection.ts');
  return (await credentials.get(sessionEntry(profileName))) !== undefined;
}

function isRefusal(error: unknown, code: string): error is CommandError {
  return error instanceof CommandError && error.failure.code === code;
}
