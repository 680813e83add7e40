import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line that any program can read: `N passed, N failed`. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string) => states.filter((each) => each === state).length;
    // A file that does not even load has no tests that could fail.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
    process.stdout.write(`${count('passed')} passed, ${count('failed') + broken} failed${skipped}\n`);
  }
}
