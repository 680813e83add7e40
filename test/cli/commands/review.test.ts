import { expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { listItem, mailbox, startStub } from '../../support/stub-daemon.ts';

/** Two mailboxes that hold one message each, whose subject is its mailbox. */
async function twoQueues() {
  const { home } = await startStub((server) => {
    server.get('/v1/mailboxes', async () => ({ mailboxes: ['support', 'sales'].map(mailbox) }));
    server.get('/v1/mailboxes/:id/messages', async (request) => {
      const { params, query } = request as { params: { id: string }; query: { status: string } };
      const held = listItem({ state: 'pending_review', direction: 'outbound', subject: params.id });
      return { messages: query.status === 'pending_review' ? [held] : [] };
    });
  });
  await agentmail(['profiles', 'set', 'default', '-m', 'sales'], { home });
  return home;
}

test.each([
  [['review', 'list', '-m', 'support']],
  [['review', 'list', '--mailbox=support']],
  [['review', '-m', 'support', 'list']],
  [['review', '-m', 'support']],
])('only the queue of the named mailbox is shown: %j', async (words) => {
  const ran = await agentmail(words, { home: await twoQueues() });
  expect(ran.json<{ messages: { subject: string }[] }>().messages.map(({ subject }) => subject)).toEqual([
    'id-support',
  ]);
});

test('without a mailbox the queue is that of all, whatever the profile names', async () => {
  const home = await twoQueues();
  for (const words of [['review'], ['review', 'list']]) {
    expect((await agentmail(words, { home })).json()).toMatchObject({ total: 2 });
  }
});

test('a decision about a short id looks in the named mailbox, and a mailbox that is none is an error', async () => {
  const home = await twoQueues();
  for (const words of [
    ['list', '-m', 'nosuch'],
    ['approve', '00000001', '-m', 'nosuch'],
    ['show', '00000001', '--mailbox=nosuch'],
  ]) {
    const ran = await agentmail(['review', ...words], { home });
    expect([ran.exit, ran.error().error]).toEqual([2, 'No mailbox named "nosuch".']);
  }
});

test('help shows a flag of a noun and its verb once', async () => {
  const { stdout } = await agentmail(['review', 'approve', '--help'], { terminal: 80 });
  expect(stdout.match(/--mailbox/g)).toHaveLength(1);
  expect(stdout).toContain('--profile');
});

test('the queue is oldest first, newest first with --sort, and of one direction with --direction', async () => {
  const { home } = await startStub((server) => {
    server.get('/v1/mailboxes', async () => ({ mailboxes: [mailbox('support')] }));
    server.get('/v1/mailboxes/:id/messages', async (request) => {
      const { status, direction } = request.query as { status: string; direction?: string };
      const held = (minute: number, changes: object) =>
        listItem({
          state: status,
          subject: `${minute}`,
          created_at: `2026-01-01T00:0${minute}:00.000Z`,
          ...changes,
        });
      const all =
        status === 'pending_review'
          ? [held(3, { direction: 'outbound' }), held(1, { direction: 'outbound' })]
          : [held(2, { direction: 'inbound' })];
      return { messages: all.filter((each) => direction === undefined || each.direction === direction) };
    });
  });
  const subjects = async (...words: string[]) =>
    (await agentmail(['review', 'list', ...words], { home }))
      .json<{ messages: { subject: string }[] }>()
      .messages.map(({ subject }) => subject);
  expect(await subjects()).toEqual(['1', '2', '3']);
  expect(await subjects('--sort', 'newest')).toEqual(['3', '2', '1']);
  expect(await subjects('--direction', 'inbound')).toEqual(['2']);
  expect(await subjects('--direction', 'outbound', '--state', 'quarantined')).toEqual([]);
});
