import { defineConfig } from 'vitest/config';
import { lacksPostgres } from '../test/support/postgres-programs.ts';

// Each test file and each of its threads loads the same modules: they are compiled once.
process.env.NODE_COMPILE_CACHE ??= new URL('../node_modules/.cache/compiled', import.meta.url).pathname;

/** Upgrades files of earlier versions, which had no other engine. */
const ON_SQLITE_ONLY = ['test/proof/upgrade.test.ts'];
/** Folders of tests that no engine can change: their subjects have no store, or reach it over HTTP. */
const OF_NO_ENGINE = [
  ...['cli', 'client', 'docs', 'shared', 'style', 'entry/web', 'network/smtp-client', 'platform/system'],
  ...['archives', 'html', 'mime', 'scanning'].map((name) => `content/${name}`),
].map((folder) => `test/${folder}/**`);

export default defineConfig({
  test: {
    root: '.',
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: process.env.AGENTMAIL_TEST_STORE === 'postgres' ? [...ON_SQLITE_ONLY, ...OF_NO_ENGINE] : [],
    // No test has this name: all are skipped, and the summary says why.
    ...(lacksPostgres() && { testNamePattern: /(?!)/ }),
    environment: 'node',
    setupFiles: [
      'test/support/clean-up.ts',
      // Notes which refusals tests meet; see `npm run ledger`.
      ...(process.env.AGENTMAIL_LEDGER === undefined ? [] : ['test/support/ledger.ts']),
    ],
    tags: [
      {
        name: 'race',
        description:
          'Requests at the same moment. A store engine has to pass these before it serves anything.',
      },
      { name: 'corpora', description: 'Read published corpora, which a clone lacks.' },
    ],
    pool: 'forks',
    // Test files share modules and threads; each has daemons, homes and clocks of its own.
    isolate: false,
    // These only end tests that hang: whatever a test waits for may take long where many programs share few
    // cores.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // `.ci/run` allows a second attempt, which the summary names; everywhere else the first failure counts.
    retry: Number(process.env.AGENTMAIL_TEST_RETRY ?? 0),
    // For two cores: while a test waits for a takeover or a process, two others run. It took 0.9 of the time
    // of two workers, which is what runs with processes of their own have: deep ones, and those on
    // PostgreSQL.
    maxWorkers: 3,
  },
});
