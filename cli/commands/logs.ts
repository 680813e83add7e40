import { command } from '../command.ts';
import { CommandError } from '../errors.ts';
import { flag, integer } from '../input/options/kinds.ts';
import { logLineView } from '../output/views/log.ts';

const DEFAULT_LINES = 50;
const MOST_LINES = 100_000;

export const logs = command({
  name: ['logs'],
  summary: "Show the log of this home's daemon.",
  description:
    'On a terminal, lines show local time; --json prints them as the daemon wrote them. The daemon\n' +
    'starts a new log file at 10 MB and keeps four older ones. It logs each kind of line at most ten\n' +
    'times a second and counts the rest.',
  flags: {
    lines: integer('-n, --lines <N>', 'Show the last N lines. Default: 50.', { min: 0, max: MOST_LINES }),
    follow: flag('-f, --follow', 'Keep printing new lines until Ctrl+C.'),
  },
  arguments: {},
  examples: [
    { command: 'agentmail logs -n 20 -f', about: 'print the last 20 lines, then new ones as they arrive' },
  ],
  stream: true,
  codes: ['NO_LOG'],
  run: async (context, { lines, follow }) => {
    const { followLog, lastLogLines } = await import('../tasks/lifecycle/log.ts');
    const last = await lastLogLines(context.home.log, lines ?? DEFAULT_LINES);
    if (!last) {
      throw new CommandError(`No log in ${context.home.path}.`, {
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
