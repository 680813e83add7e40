import type { Reporter, TestCase, TestModule } from 'vitest/node';

const REMEDIES = {
  corpus: 'set AGENTMAIL_CORPORA to the folder that holds them',
  program: '.ci/packages.sh installs them on Debian',
};
type Kind = keyof typeof REMEDIES;

/**
 * Ends a run with one plain line that any program can read: `N passed, N failed`, or `N passed, N failed, N
 * skipped`. Before it, one line names the corpora, and one the programs, that skipped tests need, and one
 * line each the tests that only passed on a second attempt.
 */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    // A file that does not even load has no tests that could fail.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const skipped = inState('skipped');
    const lines = [
      missingLine('corpus', skipped),
      missingLine('program', skipped),
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

function missingLine(kind: Kind, skipped: readonly TestCase[]): string | null {
  const needs = skipped.map(missingOf).filter((missing) => missing?.kind === kind);
  if (needs.length === 0) return null;
  const names = new Set(needs.flatMap((missing) => missing?.names ?? []).map(shortName));
  const things = kind === 'corpus' ? 'corpora' : 'programs';
  const list = [...names].sort().join(', ');
  return `${needs.length} ${needs.length === 1 ? 'test' : 'tests'} skipped for lack of ${things} (${list}): ${REMEDIES[kind]}`;
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
