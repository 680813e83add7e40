import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../../cli/commands/send.ts';
import { CommandError } from '../../../cli/errors.ts';
import { inOwnWords } from '../../../cli/guide/help/field-words.ts';
import { readBody } from '../../../cli/tasks/sending/body.ts';
import * as api from '../../support/api.ts';
import { agentmail, testWorld } from '../../support/cli.ts';
import {
  createMailbox,
  createTenant,
  sharedService,
  type Tenant,
  temporaryHome,
} from '../../support/service.ts';

/** Typical mistakes lead to words of flags and names, never to fields and pointers of a request. */

const service = sharedService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(service, { email: 'words@example.com', tier: 'pro', mailbox: 'support' });
  await createMailbox(service, tenant.admin, 'sales');
});

const run = (argv: readonly string[], terminal?: number) =>
  agentmail(argv, {
    home: service.home,
    env: { AGENTMAIL_KEY: tenant.admin, AGENTMAIL_URL: service.daemon.runtime.http },
    ...(terminal !== undefined && { terminal }),
  });

describe('a refusal of the daemon', () => {
  const refused = (issues: readonly { path: string; message: string }[]) =>
    inOwnWords(
      new CommandError('Invalid body: x: y', {
        exit: 'usage',
        code: 'VALIDATION_ERROR',
        details: { issues },
      }),
      send,
    );

  test.each([
    ['subject', 'must not be empty', '--subject must not be empty.'],
    ['from_mailbox', 'is unknown', '--mailbox is unknown.'],
    ['thread_id', 'is unknown', '--thread is unknown.'],
    ['attachment_ids.0', 'must be an ID', 'Attachment ids must be an ID.'],
    ['', 'the body is empty', 'The body is empty.'],
  ])('about %s names the flag', (path, message, shown) => {
    const { failure, message: said } = refused([{ path, message }]);
    expect(said).toBe(shown);
    expect(failure.details).toEqual({ issues: [{ path, message }] });
  });

  test('shows further issues one by one', () => {
    const { failure } = refused([
      { path: 'subject', message: 'is too long' },
      { path: 'to', message: 'is too long' },
    ]);
    expect(failure.facts).toEqual(['--to is too long']);
  });

  test('reaches people without fields', async () => {
    const subject = 'x'.repeat(5_000);
    const ran = await run(['send', '-m', 'support', '--to', 'a@x.example', '-s', subject, '-b', 'B'], 80);
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toMatch(/^error: --subject .*\(VALIDATION_ERROR\)\n {2}hint:/);
    expect(ran.stderr).not.toContain('Invalid body');
  });
});

test('an answer to a sent message leads to its thread', async () => {
  const sent = await run(['send', '-m', 'support', '--to', 'a@x.example', '-s', 'S', '-b', 'B']);
  const ran = await run(['reply', sent.json<{ message_id: string }>().message_id, '-b', 'B'], 80);
  expect(ran.stderr).toMatch(/^error: MESSAGE was sent by this mailbox; continue its thread instead\. /);
  expect(ran.stderr).toContain('hint: continue the thread: agentmail send --thread THREAD');
});

test('two addresses are one too many where one is asked for', async () => {
  const ran = await run(['outbox', 'list', '--to', 'a@x.example,b@x.example']);
  expect([ran.exit, ran.error().error]).toEqual([
    2,
    expect.stringContaining('--to takes one address; run the command once for each.'),
  ]);
});

test('an unknown mailbox gets the names of those there are', async () => {
  for (const words of [
    ['inbox', '--mailbox', 'nosuch'],
    ['inbox', 'nosuch'],
    ['threads', 'list', 'nosuch'],
  ]) {
    const { exit, error } = await run(words);
    expect([exit, error().code]).toEqual([2, 'NOT_FOUND']);
    expect(error().hint).toMatch(/^your mailboxes: (support, sales|sales, support)$/);
  }
});

test('a full thread ID is found in any of several mailboxes', async () => {
  await service.deliver({ from: 'ann@example.com', to: tenant.mailbox.address, subject: 'A question' });
  await service.drain();
  const { threads } = await service.must(tenant.admin, api.listThreads, { id: tenant.mailbox.id });
  const { messages } = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
  const isAsked = ({ subject }: { readonly subject: string | null }) => subject === 'A question';
  for (const id of [threads.find(isAsked)?.id ?? '', messages.find(isAsked)?.id ?? '']) {
    const ran = await run(['threads', 'show', id]);
    expect([ran.exit, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toContain('A question');
  }
  const none = await run(['threads', 'show', '<no-such@example.com>']);
  expect([none.exit, none.error().error]).toEqual([2, expect.stringContaining('Several mailboxes')]);
});

test('no words at all show the help', async () => {
  const ran = await agentmail([], { home: temporaryHome() });
  expect([ran.exit, ran.stderr]).toEqual([0, '']);
  expect(ran.stdout).toContain('Start with: agentmail up');
});

test('an unknown shell gets the names of those that work', async () => {
  const ran = await agentmail(['completion', 'tcsh'], { home: temporaryHome() });
  expect([ran.exit, ran.error().error]).toEqual([2, expect.stringContaining('bash, zsh, fish, pwsh')]);
});

test('an address that nothing can reach has a reason', async () => {
  const ran = await run(['send', '-m', 'support', '--to', 'ann@host.invalid', '-s', 'S', '-b', 'B']);
  expect([ran.error().code, ran.error().details]).toEqual([
    'RECIPIENT_UNDELIVERABLE',
    { reason: 'reserved_domain' },
  ]);
});

describe('the text of a message on a pipe', () => {
  const input = { body: undefined, file: undefined };

  test('is waited for aloud after a second', async () => {
    const { world } = testWorld();
    const notices: string[] = [];
    let end = (_text: string) => {};
    const stdin = { isTTY: false, readAll: () => new Promise<string>((resolve) => (end = resolve)) };
    const read = readBody(
      { world: { ...world, stdin }, notice: (text) => notices.push(text) > 0 && end('At last.') },
      input,
    );
    expect(await read).toBe('At last.');
    expect(notices).toEqual(['Waiting for the text on stdin; --body and --file pass it too.']);
  });

  test('is read quietly when it is there', async () => {
    const { world } = testWorld({ stdin: 'Here.' });
    const notices: string[] = [];
    expect(await readBody({ world, notice: (text) => void notices.push(text) }, input)).toBe('Here.');
    expect(notices).toEqual([]);
  });
});
