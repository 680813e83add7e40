import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { flag } from '../options/kinds.ts';

/** Of every destructive command. */
export const yesFlag = flag('-y, --yes', 'Skip the confirmation. Without a terminal, nothing is asked.');

/** Asks a yes-or-no question at a terminal; only "y" and "yes" confirm. Undefined without a terminal. */
export async function askYes(
  { world }: Pick<CommandContext, 'world'>,
  question: string,
): Promise<boolean | undefined> {
  const answer = await askAnswer(world, `${question} [y/N] `);
  return answer && /^y(es)?$/i.test(answer.text);
}

/**
 * Asks a question whose default is yes: everything but "n" and "no" confirms. Undefined without a terminal.
 */
export async function askUnlessNo(
  { world }: Pick<CommandContext, 'world'>,
  question: string,
): Promise<boolean | undefined> {
  const answer = await askAnswer(world, `${question} [Y/n] `);
  return answer && !/^no?$/i.test(answer.text);
}

async function askAnswer(
  { stdin }: CommandContext['world'],
  question: string,
): Promise<{ readonly text: string } | undefined> {
  if (!stdin.isTTY || !stdin.askLine) return undefined;
  const { safeLine } = await import('../../output/terminal/safe.ts');
  return { text: (await stdin.askLine(safeLine(question)))?.trim() ?? '' };
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
