import type { ActionScope } from '../../../shared/action-scopes.ts';
import type { Endpoint, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { RequestOf } from '../../client/client.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, hinting } from '../../errors.ts';
import { mailboxIds } from '../lookups/mailbox.ts';
import type { Values } from '../options/flag.ts';
import { definedFields } from '../options/input.ts';
import { text } from '../options/kinds.ts';

/** Re-authentication fields of a request. */
interface ReauthFields {
  readonly reauth_token?: string;
  readonly reauth_challenge?: string;
}

/** Request of a call that may require re-authentication. */
interface ProvableRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body: Values;
}

/** A call that may require re-authentication. */
export interface GatedCall {
  readonly scope: ActionScope;
  /** Values to which a texted code is bound. Default: the body. */
  readonly values?: (request: ProvableRequest, context: CommandContext) => Values | Promise<Values>;
}

/** The same, with its request. */
interface ProvenCall<E extends Endpoint> extends GatedCall {
  readonly challenge: string | undefined;
  readonly endpoint: E;
  readonly request: RequestOf<E>;
}

export const challengeFlag = text(
  '--challenge <ID>',
  'Challenge ID of a texted code, as the first attempt printed it; only without a terminal.',
);

/** Proof for a change of a mailbox, to which a texted code is bound. */
export function mailboxProof(scope: ActionScope): GatedCall {
  const values: GatedCall['values'] = async ({ params, body }, context) => {
    const [id] = await mailboxIds(context, [params?.id ?? '']);
    return { ...body, mailbox_id: id };
  };
  return { scope, values };
}

const QUESTIONS: Readonly<Record<string, string>> = {
  password: 'Password',
  totp: 'Code from your authenticator app',
  sms: 'Code from the text message',
};

/**
 * Makes a call. If the daemon requires a person, repeats it with the stored session. If it requires
 * re-authentication, asks for the proof and repeats it with that.
 */
export async function callWithProof<E extends Endpoint>(
  context: CommandContext,
  action: ProvenCall<E>,
): Promise<ReplyOf<E>> {
  const client = await context.client();
  const { body } = requestOf(action);
  const call = (as: { readonly asPerson?: true }, proof: ReauthFields = {}) => {
    const request: unknown = { ...action.request, ...as, body: { ...body, ...proof } };
    return client.call(action.endpoint, request as RequestOf<E>);
  };
  const prove = async (error: unknown) => {
    if (!isRefusal(error, 'REAUTH_REQUIRED')) throw error;
    return call({ asPerson: true }, await proofOf(context, action, error));
  };
  try {
    return await call({});
  } catch (error) {
    if (!isRefusal(error, 'REAUTH_REQUIRES_SESSION') || !(await maySignIn(context))) return prove(error);
  }
  return call({ asPerson: true }).catch(prove);
}

/** Every endpoint that requires proof has a body, which carries it. */
function requestOf<E extends Endpoint>({ request }: ProvenCall<E>): ProvableRequest {
  const { params, body } = request as Partial<ProvableRequest>;
  return { body: { ...body }, ...definedFields({ params }) };
}

/** Asks for the proof that the refusal names. */
async function proofOf<E extends Endpoint>(
  context: CommandContext,
  action: ProvenCall<E>,
  refusal: CommandError,
): Promise<ReauthFields> {
  const method = String(refusal.failure.details?.method);
  const question = QUESTIONS[method];
  if (question === undefined) {
    throw hinting(
      refusal,
      'the account has no password, second factor or phone; set a password: agentmail account password forgot EMAIL',
    );
  }
  const challenge = method === 'sms' ? (action.challenge ?? (await sendCode(context, action))) : undefined;
  const token = await context.secrets.askIfAny(question);
  if (token === undefined) throw refusal;
  return { reauth_token: token, ...definedFields({ reauth_challenge: challenge }) };
}

/** Texts the code of this action. Without a terminal, the command must be repeated with the code. */
async function sendCode<E extends Endpoint>(context: CommandContext, action: ProvenCall<E>): Promise<string> {
  const { sendReauthSms } = await import('../../../shared/contract/reauth.ts');
  const client = await context.client();
  const request = requestOf(action);
  const values = { ...((await action.values?.(request, context)) ?? request.body) };
  const sent = await client.call(sendReauthSms, { body: { action_scope: action.scope, values } });
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
async function maySignIn({ world, credentials, profileName }: CommandContext): Promise<boolean> {
  if (world.env.AGENTMAIL_KEY) return false;
  const { sessionEntry } = await import('../../client/connection.ts');
  return (await credentials.get(sessionEntry(profileName))) !== undefined;
}

function isRefusal(error: unknown, code: string): error is CommandError {
  return error instanceof CommandError && error.failure.code === code;
}
