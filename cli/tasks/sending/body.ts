import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { text } from '../../input/options/kinds.ts';
import { readText } from '../../machine/home/read-file.ts';

export const bodyFlags = {
  body: text('-b, --body <TEXT>', 'Message text.'),
  file: text('-f, --file <FILE>', 'Read the text from a file; "-" is stdin.'),
};

export type TextSource = Pick<CommandContext, 'world' | 'notice'>;

/** The text from the flag, a file, or piped stdin. */
export async function readBody(
  context: TextSource,
  { body, file }: { readonly body: string | undefined; readonly file: string | undefined },
): Promise<string> {
  if (body !== undefined && file !== undefined) throw new UsageError("--body and --file can't be combined.");
  const content =
    body ?? (file !== undefined && file !== '-' ? await readText(file) : await readPiped(context));
  if (content.trim() !== '') return content;
  throw new UsageError('The text of the message is empty.', 'pass it with --body, --file or on stdin');
}

const PATIENCE_MS = 1_000;

/** A pipe that stays open and empty looks like a command that hangs, so it says what it waits for. */
async function readPiped({ world: { stdin, clock }, notice }: TextSource): Promise<string> {
  if (!stdin.isTTY) {
    const done = new AbortController();
    const read = stdin.readAll().finally(() => done.abort());
    void clock.sleep(PATIENCE_MS, done.signal).then(() => {
      if (!done.signal.aborted) notice('Waiting for the text on stdin; --body and --file pass it too.');
    });
    return read;
  }
  throw new UsageError('The text of the message is missing.', 'pass it with --body, --file or on stdin');
}
