import { flag } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';

/** For what only a signed-in person may do, with fresh proof. */
export const proofFlag = flag(
  '--proof',
  'Prove who you are: the password, or the code of your authenticator app, is read from stdin.',
);

/** The proof as a field of a request body; secrets never stand on a command line. */
export async function proofOf(context: Context, asked: boolean): Promise<{ reauth_token?: string }> {
  if (!asked) return {};
  const { stdin } = context.world;
  if (stdin.isTTY) context.say('Type the password or code, then press Enter and Ctrl-D.');
  const token = (await stdin.readAll()).replace(/\r?\n$/, '');
  if (token === '') throw new UsageError('There is no password or code on stdin.');
  return { reauth_token: token };
}
