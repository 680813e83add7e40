import { buildProgram } from '../../cli/program.ts';

/** The input that the parser makes of a command line, before the command runs. */
export async function parsed(argv: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  let input: Readonly<Record<string, unknown>> = {};
  const streams = { out: () => undefined, error: () => undefined, width: 80, helped: () => undefined };
  const program = await buildProgram(argv, '0.0.0', streams, async (_, given) => {
    input = given;
  });
  await program.parseAsync(argv, { from: 'user' });
  return input;
}
