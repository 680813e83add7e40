import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { lacksPostgres } from '../test/support/postgres-programs.ts';

/** Where the things come from that skipped tests need. */
const REMEDIES = {
  corpora: 'set AGENTMAIL_CORPORA to the folder that holds them',
  programs: '.ci/packages.sh installs them on Debian',
  PostgreSQL:
    '`npm ci` installs it with its optional packages, or set AGENTMAIL_TEST_POSTGRES to the URL of a server',
};
type Need = keyof typeof REMEDIES;
const NEEDS = Object.keys(REMEDIES) as Need[];

/** As `needsPrograms` names it. */
const POSTGRES = 'postgresql';

/**
 * Ends a run with one plain line that any program can read: `N passed, N failed`, or `N passed, N failed, N
 * skipped`. Before it, one line each tells about the corpora, programs and PostgreSQL that skipped tests
 * need, and about the tests that only passed on a second attempt.
 */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    // A file that does not even load has no tests that could fail.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const skipped = inState('skipped');
    const lines = [
      ...NEEDS.map((need) => missingLine(need, skipped)),
      ...tests.filter((test) => test.diagnostic()?.flaky).map(flakyLine),
      `${inState('passed').length} passed, ${inState('failed').length + broken} failed` +
        (skipped.length > 0 ? `, ${skipped.length} skipped` : ''),
    ];
    process.stdout.write(lines.filter((line) => line !== null).join('\n'));
    process.stdout.write('\n');
  }
}

function flakyLine(test: TestCase): string {
  return `failed once, passed on the second attempt: ${test.module.relativeModuleId} > ${test.fullName}`;
}

function missingLine(need: Need, skipped: readonly TestCase[]): string | null {
  const lists = skipped.map((test) => namesOf(need, test)).filter((names) => names.length > 0);
  if (lists.length === 0) return null;
  const names = [...new Set(lists.flat())].sort().join(', ');
  const list = need === 'PostgreSQL' ? '' : ` (${names})`;
  return `${lists.length} ${lists.length === 1 ? 'test' : 'tests'} skipped for lack of ${need}${list}: ${REMEDIES[need]}`;
}

/** The things of a kind that a skipped test needs. */
function namesOf(need: Need, test: TestCase): string[] {
  if (lacksPostgres()) return need === 'PostgreSQL' ? [POSTGRES] : [];
  const { kind, names = [] } = missingOf(test) ?? {};
  if (need === 'corpora') return kind === 'corpus' ? names.map(shortName) : [];
  return kind === 'program' ? names.filter((name) => (name === POSTGRES) === (need === 'PostgreSQL')) : [];
}

/** Corpora are named by their folder. */
function shortName(name: string): string {
  return name === '.' ? 'all' : (name.split('/')[0] ?? name);
}

/** The nearest note of the test or of a block around it. */
function missingOf(test: TestCase) {
  for (let at: TestCase | TestCase['parent'] = test; at.type !== 'module'; at = at.parent) {
    const { missing } = at.meta();
    if (missing) return missing;
  }
  return null;
}
