import { flag } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';

/** For every command that destroys something. */
export const yesFlag = flag('-y, --yes', 'Skip the question. Without a terminal there is none.');

/**
 * Asks a yes-or-no question at a terminal. Only "y" and "yes" are a yes; undefined when there is no one to
 * ask.
 */
export async function askYes(
  { world: { stdin } }: Pick<Context, 'world'>,
  question: string,
): Promise<boolean | undefined> {
  if (!stdin.isTTY || !stdin.askLine) return undefined;
  const { safeLine } = await import('./terminal/safe.ts');
  const answer = await stdin.askLine(`${safeLine(question)} [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

/**
 * Asks a person at a terminal before something is destroyed. `what` is called only when its question is
 * shown. Scripts aren't asked: stdin and stdout both have to be terminals.
 */
export async function confirm(
  context: Pick<Context, 'world'>,
  yes: boolean,
  what: () => Promise<string> | string,
): Promise<void> {
  const { stdin, stdout } = context.world;
  if (yes || !stdin.isTTY || !stdout.isTTY || !stdin.askLine) return;
  if (!(await askYes(context, await what())))
    throw new UsageError('Nothing was changed.', '--yes skips the question');
}

/** A number with its noun, as `1 key` or `2 keys`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
