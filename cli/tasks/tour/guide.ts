import type { ProgramContext } from '../../command.ts';
import { CommandError } from '../../errors.ts';
import { EXITS, type ExitName } from '../../machine/exit-codes.ts';
import type { World } from '../../machine/world.ts';
import { type TourWorld, tourWorld } from './world.ts';

/** Narrates a tour and runs its commands; throws at the first failed step. */
export interface Guide {
  /** Says what comes next. */
  tell(text: string): Promise<void>;
  /** Runs a command as a user would type it, and shows what it prints. */
  type(argv: readonly string[]): Promise<void>;
  /** Starts a command whose output is shown later; resolves once it made the request on which it waits. */
  start(argv: readonly string[], path: RegExp): Promise<RunningCommand>;
  /** Runs a command out of sight, for its data. */
  ask(argv: readonly string[]): Promise<unknown>;
}

export interface RunningCommand {
  /** Shows the command's output once it has ended. */
  finish(): Promise<void>;
}

export function createGuide(context: ProgramContext, home: string): Guide {
  const { run, world } = context;
  let step = 0;

  /** The tour prints text, on a terminal or in a log, unless `--json` is given. */
  async function show(data: Readonly<Record<string, unknown>>, text: string): Promise<void> {
    if (context.jsonAsked) await context.emit(data, () => []);
    else context.raw(text);
  }
  function showCommand(commandLine: string, printed: string): Promise<void> {
    return show({ command: commandLine, printed }, `   $ ${commandLine}\n${indent(printed)}\n`);
  }
  async function finish(argv: readonly string[], inner: TourWorld, exit: number): Promise<void> {
    await showCommand(asTyped(argv), inner.complained() + inner.printed());
    if (exit !== 0) throw broken(asTyped(argv), exit, inner);
  }

  return {
    async tell(text) {
      step += 1;
      await show({ step, text }, `${step}. ${text}\n`);
    },
    async type(argv) {
      const inner = tourWorld(world, home, true);
      await finish(argv, inner, await run(argv, inner));
    },
    async start(argv, path) {
      let asked = () => {};
      const request = new Promise<void>((resolve) => {
        asked = resolve;
      });
      const fetch: World['fetch'] = (input, init) => {
        if (path.test(urlOf(input))) asked();
        return world.fetch(input, init);
      };
      const inner = tourWorld({ ...world, fetch }, home, true);
      const ended = run(argv, inner);
      await Promise.race([request, ended]);
      return { finish: async () => finish(argv, inner, await ended) };
    },
    async ask(argv) {
      const inner = tourWorld(world, home, false);
      const exit = await run(argv, inner);
      if (exit !== 0) throw broken(asTyped(argv), exit, inner);
      return JSON.parse(inner.printed());
    },
  };
}

function asTyped(argv: readonly string[]): string {
  const words = argv.map((word) => (/^[\w@.:/+-]+$/.test(word) ? word : JSON.stringify(word)));
  return ['agentmail', ...words].join(' ');
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '     ');
}

function broken(commandLine: string, exit: number, inner: TourWorld): CommandError {
  const name = Object.entries(EXITS).find(([, { code }]) => code === exit)?.[0] as ExitName | undefined;
  return new CommandError(`The tour ends here: "${commandLine}" did not work.`, {
    exit: name ?? 'internal',
    code: 'TOUR_BROKEN',
    details: { exit, said: inner.complained().trim() },
  });
}

function urlOf(input: Parameters<typeof fetch>[0]): string {
  return typeof input === 'object' && 'url' in input ? input.url : String(input);
}
