import { expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { mailbox, startStub } from '../../support/stub-daemon.ts';

/** A daemon that would take any change; none may reach it. */
async function asked(argv: readonly string[]) {
  const calls: string[] = [];
  const { home } = await startStub((server) => {
    server.get('/v1/mailboxes', async () => ({ mailboxes: [mailbox('support')] }));
    server.setNotFoundHandler(async ({ method, url }, reply) => {
      calls.push(`${method} ${url}`);
      return reply.code(200).send({});
    });
  });
  return { ran: await agentmail(argv, { home, stdin: 'a@example.com\n' }), calls };
}

const ACCOUNT = ['operator', 'accounts', 'update', 'bob@example.com'];
const ID = '0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11';

test.each([
  [
    ['account', 'policy', 'set', '--daily-limit', '5', '--clear-daily-limit'],
    "--daily-limit and --clear-daily-limit can't be combined.",
  ],
  [[...ACCOUNT, '--storage', '5', '--plan-storage'], "--storage and --plan-storage can't be combined."],
  [
    [...ACCOUNT, '--warmup-until', '2027-01-01T00:00:00Z', '--warmup-limit', '5', '--clear-warmup'],
    "--warmup-until and --clear-warmup can't be combined.",
  ],
  [
    ['mailboxes', 'update', 'support', '--display-name', 'x', '--clear-display-name'],
    "--display-name and --clear-display-name can't be combined.",
  ],
  [
    ['domains', 'add', 'example.com', '--network', 'tailnet'],
    '--network requires --smtp-server and --imap-server.',
  ],
  [['senders', 'import', '-', '--list', 'blocked', '-m', 'support'], '--mailbox requires --list allowed.'],
  [[...ACCOUNT, '--warmup-limit', '5'], '--warmup-limit requires --warmup-until.'],
  [[...ACCOUNT, '--warmup-mode', 'enforced'], '--warmup-mode requires --warmup-until.'],
  [[...ACCOUNT], 'No changes given.'],
  [['operator', 'domains', 'update', ID], 'No changes given.'],
  [['domains', 'update', ID], 'No changes given.'],
])(
  'what contradicts itself, or changes nothing, is refused before anything is asked: %j',
  async (argv, message) => {
    const { ran, calls } = await asked(argv);
    expect([ran.exit, calls]).toEqual([2, []]);
    expect(ran.error().error).toBe(message);
  },
);
