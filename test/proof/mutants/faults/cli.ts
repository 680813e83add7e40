import { type Fault, faultsOf } from '../fault.ts';

const TIMES = ['test/cli/output/times.test.ts'];
const SEND = ['test/cli/commands/send.test.ts', 'test/cli/commands/replayed.test.ts'];

export const cli: readonly Fault[] = [
  ...faultsOf('cli/input/options/duration.ts', TIMES, [
    ['h: 3_600', 'h: 360'],
    ['seconds >= min && ', ''],
    [' && seconds <= max)', ')'],
    ['Number.isInteger(count) && ', ''],
  ]),
  ...faultsOf('cli/input/options/moment.ts', TIMES, [
    ["how.towards === 'past' ? -seconds : seconds", 'seconds'],
    ['time.getTime() < how.now || ', ''],
    ['(time.getTime() < how.now || PAST.test(written))', '(time.getTime() < how.now)'],
    ['one !== other && one <= MONTHS', 'one <= MONTHS'],
    [' && other <= MONTHS', ''],
    ['&& !found.end ', ''],
    [' && found.text === written.trim()', ''],
    ["if (towards === 'past' && DAY.test(written)) return new Date(`${written}T00:00`);", ''],
  ]),
  ...faultsOf('cli/tasks/sending/deliver.ts', SEND, [
    ["held_for_review: 'held',", "held_for_review: 'ok',"],
    ["blocked: 'refused',", "blocked: 'ok',"],
    ['if (input.strict && input.wait !== undefined) {', 'if (false) {'],
    ['`outcome=strict, ${STRICT_KEY}`', "'outcome=strict'"],
    ['`outcome=strict, ${STRICT_KEY}`', 'STRICT_KEY'],
    ['wasLost && differs === undefined', 'false'],
    ['return revises === undefined ? key : revisionKey(key, revises);', 'return key;'],
    ['if (tried === TRIES || !isWorthRepeating(error)) throw', 'if (!isWorthRepeating(error)) throw'],
    [
      'error instanceof UnreachableError || isInFlight(error)) return true;',
      'isInFlight(error)) return true;',
    ],
  ]),
  ...faultsOf(
    'cli/input/options/input.ts',
    ['test/cli/input/contradictions.test.ts', 'test/cli/commands/commands.test.ts'],
    [['if (named.length > 1) throw', 'if (named.length > 2) throw']],
  ),
];
