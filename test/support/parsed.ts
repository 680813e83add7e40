import { buildProgram } from '../../cli/program.ts';

/** The input that the parser makes of a command line, before the command runs. */
export async function parsed(argv: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  let input: Readonly<Record<string, unknown>> = {};
  const program = await buildProgram(argv, {
    version: '0.0.0',
    width: 80,
    out: () => undefined,
    error: () => undefined,
    helped: () => undefined,
    invoke: async (invocation) => {
      input = invocation.input;
    },
  });
  await program.parseAsync(argv, { from: 'user' });
  return input;
}
