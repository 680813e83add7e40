import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { flag } from '../options/kinds.ts';

/** Of every destructive command. */
export const yesFlag = flag('-y, --yes', 'Skip the confirmation. Without a terminal, nothing is asked.');

/** Asks a yes-or-no question at a terminal; only "y" and "yes" confirm. Undefined without a terminal. */
export async function askYes(
  { world: { stdin } }: Pick<CommandContext, 'world'>,
  question: string,
): Promise<boolean | undefined> {
  if (!stdin.isTTY || !stdin.askLine) return undefined;
  const { safeLine } = await import('../terminal/safe.ts');
  const answer = await stdin.askLine(`${safeLine(question)} [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

/**
 * Asks before something is destroyed. `what` is only called for the question. Scripts aren't asked: stdin and
 * stdout have to be terminals.
 */
export async function confirm(
  context: Pick<CommandContext, 'world'>,
  yes: boolean,
  what: () => Promise<string> | string,
): Promise<void> {
  const { stdin, stdout } = context.world;
  if (yes || !stdin.isTTY || !stdout.isTTY || !stdin.askLine) return;
  if (!(await askYes(context, await what())))
    throw new UsageError('Nothing was changed.', 'use --yes to skip the question');
}

/** A number with its noun, as `1 key` or `2 keys`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
