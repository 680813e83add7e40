import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { text } from '../../input/options/kinds.ts';
import { readText } from '../../machine/home/read-file.ts';

/** Flags for a signing secret. Command lines are visible to all users of a machine. */
export const secretFlags = {
  secret: text(
    '--secret <SECRET>',
    'The signing secret. Others on this machine can see it here; AGENTMAIL_WEBHOOK_SECRET is read, too.',
  ),
  secretFile: text('--secret-file <FILE>', 'Read the secret from a file; - for stdin.'),
};

interface GivenSecret {
  readonly secret: string | undefined;
  readonly secretFile: string | undefined;
}

/** The given secret; undefined without one. */
export async function secretOf(
  { world }: CommandContext,
  { secret, secretFile: file }: GivenSecret,
): Promise<string | undefined> {
  if (secret !== undefined && file !== undefined) {
    throw new UsageError("--secret and --secret-file can't be combined.");
  }
  if (file === undefined) return secret ?? world.env.AGENTMAIL_WEBHOOK_SECRET;
  const content = file === '-' ? await world.stdin.readAll() : await readText(file);
  const read = content.trim();
  if (read === '') throw new UsageError(`${file === '-' ? 'stdin' : file} has no secret.`);
  return read;
}
