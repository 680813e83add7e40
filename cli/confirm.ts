import { flag } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';

/** The flag of every command that destroys something. */
export const yesFlag = flag('-y, --yes', 'Do not ask first. Without a terminal nothing is asked.');

/**
 * Asks a person at a terminal before something is destroyed. `what` names it, and is found out only when it is shown.
 * Scripts aren't asked: stdin and stdout both have to be a terminal.
 */
export async function confirm(
  { world: { stdin, stdout } }: Pick<Context, 'world'>,
  yes: boolean,
  what: () => Promise<string> | string,
): Promise<void> {
  if (yes || !stdin.isTTY || !stdout.isTTY || !stdin.askLine) return;
  const { safeLine } = await import('./terminal/safe.ts');
  const answer = await stdin.askLine(`${safeLine(await what())} [y/N] `);
  if (!/^y(es)?$/i.test(answer?.trim() ?? ''))
    throw new UsageError('Nothing was deleted.', '--yes does not ask');
}

/** A number with its noun, as `1 key` or `2 keys`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
