import { beforeAll, describe, expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { launch, type Service } from '../../support/service.ts';

const ID = '0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11';

let service: Service;

beforeAll(async () => {
  service = await launch();
  return () => service.stop();
});

/** A command at a terminal whose person answers so; and what they were asked. */
async function answering(argv: string[], answer: string | undefined, env: Record<string, string> = {}) {
  const asked: string[] = [];
  const line = async (question: string) => {
    asked.push(question);
    return answer;
  };
  const ran = await agentmail(argv, {
    home: service.home,
    env: { NO_COLOR: '1', ...env },
    terminal: 120,
    line,
  });
  return { ...ran, asked };
}

async function account(email: string, mailbox: string) {
  const made = await agentmail(['operator', 'accounts', 'create', email], { home: service.home });
  const key = made.json<{ api_key: string }>().api_key;
  const env = { AGENTMAIL_KEY: key, AGENTMAIL_URL: service.daemon.runtime.http };
  await agentmail(['mailboxes', 'create', mailbox], { env });
  return { key, env };
}

describe('deleting at a terminal', () => {
  test('asks first, names what goes, and does nothing without a yes', async () => {
    const { env } = await account('ann@example.com', 'first');
    for (const answer of [undefined, '', 'n', 'what']) {
      const ran = await answering(['mailboxes', 'delete', 'first'], answer, env);
      expect([ran.exit, ran.asked]).toEqual([
        2,
        ['Delete the mailbox first with 0 messages? It stops receiving, and its name stays taken. [y/N] '],
      ]);
    }
    const asked = (await answering(['account', 'delete', 'ann@example.com'], 'n', env)).asked;
    expect(asked).toEqual([
      'Delete the account ann@example.com? 1 mailbox and 1 key stop working immediately. All its mail is erased after 30 days. [y/N] ',
    ]);
    expect((await answering(['mailboxes', 'delete', 'first'], 'y', env)).exit).toBe(0);
  });

  test.each([
    [['messages', 'delete', 'a', 'b'], 'Permanently delete 2 messages?'],
    [['webhooks', 'delete', ID], `Delete the webhook ${ID} and its deliveries?`],
    [['keys', 'revoke', ID], `Revoke the key ${ID}?`],
    [
      ['operator', 'accounts', 'erase', 'x@example.com'],
      'Erase the account x@example.com and all its mail now?',
    ],
    [['outbox', 'empty'], 'Delete everything in the outbox?'],
  ])('asks before %j', async (argv, question) => {
    const { env } = await account(`asked-${argv[0]}-${argv[1]}@example.com`, `m${argv.join('').length}`);
    const ran = await answering(argv, 'no', argv[0] === 'operator' || argv[0] === 'outbox' ? {} : env);
    expect([ran.exit, ran.asked]).toEqual([2, [expect.stringContaining(question)]]);
  });

  test('does not ask with --yes, nor when stdout is not a terminal', async () => {
    const { env } = await account('cleo@example.com', 'third');
    const told = await answering(['mailboxes', 'delete', 'third', '--yes'], undefined, env);
    expect([told.exit, told.asked]).toEqual([0, []]);
    const asked: string[] = [];
    const line = async (question: string) => {
      asked.push(question);
      return 'n';
    };
    const piped = await agentmail(['outbox', 'empty'], { home: service.home, line });
    expect([piped.exit, asked]).toEqual([0, []]);
  });
});

describe('a deleted account', () => {
  const operator = (...argv: string[]) => agentmail(argv, { home: service.home });

  test('comes back with its mailboxes, as they were, and with no key', async () => {
    const { env } = await account('dora@example.com', 'kept');
    await agentmail(['mailboxes', 'create', 'gone-before'], { env });
    await agentmail(['mailboxes', 'delete', 'gone-before'], { env });
    const listed = await operator('operator', 'mailboxes', 'list');
    const { mailboxes } = listed.json<{ mailboxes: { id: string; address: string }[] }>();
    const kept = mailboxes.find(({ address }) => address.startsWith('kept@'))?.id ?? '';
    await operator('operator', 'mailboxes', 'update', kept, '--status', 'paused');
    expect((await agentmail(['account', 'delete', 'dora@example.com'], { env })).exit).toBe(0);
    for (const command of ['status', 'up']) {
      const said = await operator(command);
      expect(said.stderr, command).toContain('agentmail operator accounts restore dora@example.com');
    }
    expect((await agentmail(['whoami'], { env })).error().hint).toContain(
      'agentmail operator accounts restore',
    );
    const restored = await operator('operator', 'accounts', 'restore', 'dora@example.com');
    expect(restored.exit, restored.stderr).toBe(0);
    expect(restored.json()).toMatchObject({ status: 'active' });
    expect(restored.json()).not.toHaveProperty('restorable_until');
    expect((await agentmail(['whoami'], { env })).exit).toBe(3);
    const revoked = await agentmail(['whoami'], { env });
    expect(revoked.error().hint).toContain('agentmail operator accounts key EMAIL --save-as default --force');
    await agentmail(['profiles', 'set', 'default', '--key'], {
      home: service.home,
      stdin: env.AGENTMAIL_KEY,
    });
    const { checks } = (await operator('doctor')).json<{ checks: { id: string; remedy?: string }[] }>();
    expect(checks.find(({ id }) => id === 'credential')?.remedy).toBe(
      'create one: agentmail operator accounts key EMAIL --save-as default --force',
    );
    const words = ['dora@example.com', '--save-as', 'default', '--force'];
    expect((await operator('operator', 'accounts', 'key', ...words)).exit).toBe(0);
    expect((await operator('whoami')).json()).toMatchObject({ email: 'dora@example.com', role: 'admin' });
    const made = await operator('operator', 'accounts', 'key', 'dora@example.com');
    const again = { ...env, AGENTMAIL_KEY: made.json<{ api_key: string }>().api_key };
    const after = await agentmail(['mailboxes', 'list'], { env: again });
    expect(after.json()).toMatchObject({ mailboxes: [{ id: kept, status: 'paused' }] });
  });

  test('is not erased later when it was restored, and one that was not deleted is refused', async () => {
    const { env } = await account('eve@example.com', 'evening');
    await agentmail(['account', 'delete', 'eve@example.com'], { env });
    await operator('operator', 'accounts', 'restore', 'eve@example.com');
    const { jobs } = (await operator('operator', 'jobs')).json<{ jobs: { kind: string }[] }>();
    expect(jobs.filter(({ kind }) => kind === 'account.erase')).toEqual([]);
    const again = await operator('operator', 'accounts', 'restore', 'eve@example.com');
    expect(again.error()).toMatchObject({ code: 'CONFLICT', details: { reason: 'account_not_deleted' } });
  });

  test('stays erased', async () => {
    await account('finn@example.com', 'final');
    const shown = await operator('operator', 'accounts', 'show', 'finn@example.com');
    const { account_id: id } = shown.json<{ account_id: string }>();
    await operator('operator', 'accounts', 'erase', 'finn@example.com');
    expect((await operator('operator', 'accounts', 'restore', 'finn@example.com')).error().code).toBe(
      'NOT_FOUND',
    );
    const byId = await operator('operator', 'accounts', 'restore', id);
    expect(byId.error()).toMatchObject({ code: 'CONFLICT', details: { reason: 'account_erased' } });
  });
});
