import { command, longResult } from '../command.ts';
import { text, word } from '../input/options/kinds.ts';
import { testReport } from '../output/views/policy-tests.ts';

export const test = command({
  name: ['test'],
  summary: 'Test policies: who may write to whom, what is held, and when nothing goes.',
  description:
    'Each test is a dry run against the daemon, or with --file against a daemon of its own that is as that\n' +
    'file says. Nothing is sent. Exits with 4 if a test fails.',
  flags: {
    setup: text('-f, --file <FILE>', 'Setup file to test instead of the daemon.'),
    junit: text('--junit <FILE>', 'Write the report to this file, in the form of JUnit.'),
  },
  arguments: { tests: word('TESTS', 'File with the tests, as policies.test.yaml.') },
  examples: [
    { command: 'agentmail test policies.test.yaml', about: 'test the daemon as it is' },
    {
      command: 'agentmail test policies.test.yaml --file agentmail.yaml',
      about: 'test a file before it is applied',
    },
  ],
  codes: ['SETUP_INVALID'],
  exits: ['refused'],
  endpoints: async () => {
    const [{ TEST_ENDPOINTS }, { getCaller }] = await Promise.all([
      import('../tasks/setup/testing/run.ts'),
      import('../../shared/contract/accounts.ts'),
    ]);
    return { ...TEST_ENDPOINTS, getCaller };
  },
  run: async (context, { tests, setup, junit }) => {
    const { runTests } = await import('../tasks/setup/testing/tests.ts');
    const report = await runTests(context, { file: tests, setup, junit });
    return { ...longResult(report, testReport), exit: report.failed === 0 ? 'ok' : 'refused' };
  },
});
