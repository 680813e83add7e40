import { command, flag, integer, noEndpoints } from '../command.ts';
import { CommandError } from '../errors.ts';
import { logLineView } from '../views/log.ts';

const DEFAULT_LINES = 50;
const MOST_LINES = 100_000;

export const logs = command({
  name: ['logs'],
  summary: 'Show what the daemon of this home logged.',
  description:
    'Lines for people have the local time; --json prints them as the daemon wrote them. It starts a new file at 10 MB,\n' +
    'keeps four older ones, and logs each kind of line at most ten times a second and counts the rest.',
  flags: {
    lines: integer('-n, --lines <N>', 'How many of the last lines. Default: 50.', 0, MOST_LINES),
    follow: flag('-f, --follow', 'Go on with what is logged from now on, until Ctrl-C.'),
  },
  arguments: {},
  examples: [{ command: 'agentmail logs -n 20 -f', about: 'the last 20 lines, then the new ones' }],
  stream: true,
  codes: ['NO_LOG'],
  endpoints: noEndpoints,
  run: async (context, { lines, follow }) => {
    const { followLog, lastLogLines } = await import('../lifecycle/log.ts');
    const last = await lastLogLines(context.home.log, lines ?? DEFAULT_LINES);
    if (!last) {
      throw new CommandError(`There is no log in ${context.home.path}.`, {
        exit: 'usage',
        code: 'NO_LOG',
        details: { file: context.home.log },
        hint: 'agentmail up writes one; a daemon in the foreground logs to its terminal',
      });
    }
    for (const each of last.lines) await context.emit(entryOf(each), logLineView);
    if (!follow) return 'ok';
    for await (const each of followLog(context.world, context.home.log, last.place)) {
      await context.emit(entryOf(each), logLineView);
    }
    return 'ok';
  },
});

/** Log lines are JSON objects; other lines stay text. */
function entryOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
