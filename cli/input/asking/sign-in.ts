import type { CommandContext } from '../../context.ts';
import { CommandError, UsageError } from '../../errors.ts';
import type { SecretReader } from './secrets.ts';
import { storeKey } from './store-key.ts';

/** Keeping the session and the key of a person who signed in or up. */

interface SecondFactor {
  readonly code?: string;
  readonly challenge?: string;
}

/** Signs in, and when the second factor is missing, asks for it and signs in again. */
export async function withSecondFactor<T>(
  secrets: SecretReader,
  challenge: string | undefined,
  attempt: (second: SecondFactor) => Promise<T>,
): Promise<T> {
  if (challenge !== undefined) {
    return attempt({ code: await secrets.ask('Code from the text message'), challenge });
  }
  try {
    return await attempt({});
  } catch (error) {
    if (!(error instanceof CommandError) || error.failure.code !== 'MFA_REQUIRED') throw error;
    const sent = error.failure.details?.challenge;
    const code = await secrets.askIfAny(
      sent === undefined
        ? 'Code from your authenticator app, or a recovery code'
        : 'Code from the text message',
    );
    if (code === undefined) throw error;
    return attempt({ code, ...(typeof sent === 'string' && { challenge: sent }) });
  }
}

/** Refuses before anything is made that could not be kept. */
export async function assertKeeps(context: CommandContext): Promise<void> {
  const { assertKeepsFor } = await import('../../client/connection.ts');
  assertKeepsFor(context);
}

/** Keeps the session of an answer; tells what the answer says. */
export async function keepSession(
  context: CommandContext,
  response: Response,
): Promise<Record<string, unknown>> {
  const reply = await keepCookie(context, response);
  return typeof reply === 'object' && reply !== null ? Object.fromEntries(Object.entries(reply)) : {};
}

export async function keepCookie(context: CommandContext, response: Response): Promise<unknown> {
  const [{ SESSION_COOKIE }, { sessionEntry }] = await Promise.all([
    import('../../../shared/session-cookie.ts'),
    import('../../client/connection.ts'),
  ]);
  const header = response.headers.get('set-cookie') ?? '';
  const token = new RegExp(`${SESSION_COOKIE}=([^;,]+)`).exec(header)?.[1];
  if (token === undefined) throw new UsageError('The daemon returned no session.');
  await context.credentials.set(sessionEntry(context.profileName), token);
  return JSON.parse(await response.text());
}

export async function forgetSession(context: CommandContext): Promise<void> {
  const { sessionEntry } = await import('../../client/connection.ts');
  await context.credentials.delete(sessionEntry(context.profileName));
}

/** Keeps the key of a new account, in the profile in use unless it has one already. */
export async function keepNewKey<T extends { readonly api_key: string }>(
  context: CommandContext,
  reply: T,
  save: string | undefined,
): Promise<T & { readonly saved_as?: string }> {
  const { credentials, profileName } = context;
  const isFree = (await credentials.get(profileName)) === undefined;
  const profile = save ?? (isFree ? profileName : undefined);
  if (profile === undefined) return reply;
  await storeKey(context, { profile, key: reply.api_key });
  return { ...reply, saved_as: profile };
}
