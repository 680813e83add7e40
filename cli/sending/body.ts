import { UsageError } from '../errors.ts';
import { readText } from '../home/read-file.ts';
import { text } from '../options/kinds.ts';
import type { World } from '../world.ts';

export const bodyFlags = {
  body: text('-b, --body <TEXT>', 'Message text.'),
  file: text('-f, --file <FILE>', 'Read the text from a file; "-" is stdin.'),
};

/** The text from the flag, a file, or piped stdin. */
export async function readBody(
  world: World,
  { body, file }: { readonly body: string | undefined; readonly file: string | undefined },
): Promise<string> {
  if (body !== undefined && file !== undefined) throw new UsageError("--body and --file can't be combined.");
  const content =
    body ?? (file !== undefined && file !== '-' ? await readText(file) : await readPiped(world));
  if (content.trim() !== '') return content;
  throw new UsageError('The text of the message is empty.', 'pass it with --body, --file or on stdin');
}

async function readPiped({ stdin }: World): Promise<string> {
  if (!stdin.isTTY) return stdin.readAll();
  throw new UsageError('The text of the message is missing.', 'pass it with --body, --file or on stdin');
}
