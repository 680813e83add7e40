import { UsageError } from '../../errors.ts';
import type { World } from '../../machine/world.ts';

/** Reads secrets: without echo on a terminal, otherwise one a line from stdin. */
export interface SecretReader {
  /** The next secret; throws when there is none. */
  ask(question: string): Promise<string>;
  /** The next secret, or undefined when there is none. */
  askIfAny(question: string): Promise<string | undefined>;
}

/** Reads a secret: without echo at a terminal, else all of stdin without the final line break. */
export async function readSecret({ stdin }: Pick<World, 'stdin'>, question: string): Promise<string> {
  if (stdin.isTTY && stdin.askHidden) return (await stdin.askHidden(question)) ?? '';
  return (await stdin.readAll()).replace(/\r?\n$/, '');
}

/** One for the whole command: each call reads the next line. */
export function secretsOf({ stdin }: Pick<World, 'stdin'>): SecretReader {
  let lines: Promise<string[]> | undefined;

  async function askIfAny(question: string): Promise<string | undefined> {
    if (stdin.isTTY && stdin.askHidden) return (await stdin.askHidden(question)) || undefined;
    lines ??= stdin.readAll().then((text) => text.split(/\r?\n/));
    return (await lines).shift() || undefined;
  }

  return {
    askIfAny,
    ask: async (question) => {
      const secret = await askIfAny(question);
      if (secret !== undefined) return secret;
      throw new UsageError(`No value given for "${question}".`, 'pass secrets on stdin, one per line');
    },
  };
}
