import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { createTenant, sharedService, type Tenant, temporaryHome } from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let env: Record<string, string>;
let folder: string;
beforeAll(async () => {
  tenant = await createTenant(service);
  env = { AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY: tenant.admin };
  folder = temporaryHome();
});

const drafts = (argv: readonly string[], stdin = '') =>
  agentmail(['drafts', ...argv], { home: folder, env, stdin });
const create = async (...more: readonly string[]) =>
  (await drafts(['create', '--to', 'ann@example.org', '-s', 'Hello', '-b', 'A text.', ...more])).json<{
    id: string;
  }>().id;
const page = (text: string) => {
  const file = join(folder, 'page.html');
  writeFileSync(file, text);
  return file;
};
/** The stored HTML, which no answer of the API has. */
const htmlOf = async (id: string) =>
  (
    await service.daemon.context.store.read
      .selectFrom('message_bodies')
      .select('html')
      .where('message_id', '=', id)
      .executeTakeFirst()
  )?.html ?? null;

describe('drafts create', () => {
  test.each([
    ...['2027-13-01', '2027-02-01 25:00', 'tomorow 14:00', 'fridai 9:00', 'tomorrow 25:00'],
    ...['2030-12-24T09:00 Europe/Berlin', 'monday 9:00 - 10:00', 'tomorrow 9:00 tomorrow 10:00'],
    ...['last friday', 'yesterday', '2 hours ago', '2020-01-01 09:00'],
    ...['1.2.2030', '1/2/2030', '1-2-2030', '2/3', '1.2.2030 9:00'],
  ])('reads no other time into %s', async (time) => {
    const refused = await drafts(['create', '--to', 'ann@example.org', '-s', 'Hi', '-b', 'Hi', '--at', time]);
    expect([refused.exit, refused.error()]).toMatchObject([2, { code: 'USAGE' }]);
  });

  test('takes recipient and subject from the message that it answers, and needs them otherwise', async () => {
    await service.deliver({
      from: 'bob@example.org',
      to: tenant.mailbox.address,
      subject: 'Lunch',
      text: 'At noon?',
    });
    await service.drain();
    const listed = await agentmail(['inbox'], { home: folder, env });
    const [{ id = '' } = {}] = listed.json<{ messages: { id: string }[] }>().messages;
    const made = await drafts(['create', '--in-reply-to', id.slice(-8), '-b', 'Noon works.']);
    expect(made.json()).toMatchObject({ recipient: 'bob@example.org', subject: 'Re: Lunch' });
    const refused = await drafts(['create', '-b', 'Noon works.']);
    expect([refused.exit, refused.error()]).toMatchObject([2, { code: 'USAGE' }]);
  });
});

/** A day of the next weeks that can be read in one way only, as 30.12.2026. */
function soon(): string {
  const day = new Date(Date.now() + 2 * 86_400_000);
  while (day.getDate() <= 12) day.setDate(day.getDate() + 1);
  return `${day.getDate()}.${day.getMonth() + 1}.${day.getFullYear()}`;
}

describe('a time in words', () => {
  test.each(['tomorrow 9:00', 'in 2 hours', 'next friday at 9am', soon(), `${soon()} 9:00`, 'Dec 24 9:00'])(
    'is understood, and told in full: %s',
    async (time) => {
      const made = await drafts(['create', '--to', 'ann@example.org', '-s', 'Hi', '-b', 'Hi', '--at', time]);
      expect([made.exit, made.json().send_at]).toEqual([0, expect.stringMatching(/^20\d\d-/)]);
    },
  );
});

describe('drafts update', () => {
  test('gives a draft HTML from a file or stdin, keeps it when it is not named, and takes it away', async () => {
    const id = await create('--html', page('<p>One</p>'));
    expect(await htmlOf(id)).toContain('One');
    await drafts(['update', id, '--html', page('<p>Two</p>')]);
    expect(await htmlOf(id)).toContain('Two');
    await drafts(['update', id, '-s', 'Other']);
    expect(await htmlOf(id)).toContain('Two');
    await drafts(['update', id, '-b', 'Text.', '--html', '-'], '<p>Three</p>');
    expect(await htmlOf(id)).toContain('Three');
    expect((await drafts(['update', id, '--clear-html'])).json()).toMatchObject({
      body: { content: 'Text.' },
    });
    expect(await htmlOf(id)).toBeNull();
  });

  test('marks a draft with a sub-address, moves it and takes it away', async () => {
    const id = await create();
    const changed = async (...words: string[]) => (await drafts(['update', id, ...words])).json();
    expect(await changed('--subaddress', 'run-7')).toMatchObject({ subaddress_instance_id: 'run-7' });
    expect(await changed('--subaddress-mode', 'from')).toMatchObject({
      subaddress_instance_id: 'run-7',
      subaddress_mode: 'from',
      sender: 'helper+run-7@agentmail.localhost',
    });
    expect(await changed('--clear-subaddress')).toMatchObject({
      subaddress_instance_id: null,
      subaddress_mode: null,
      sender: 'helper@agentmail.localhost',
    });
  });

  test.each([
    ['--html and its removal', ['--html', '-', '--clear-html'], "can't be combined"],
    ['a sub-address and its removal', ['--subaddress', 'a', '--clear-subaddress'], "can't be combined"],
    ['text and HTML both from stdin', ['-f', '-', '--html', '-'], "can't be both"],
    ['no change at all', [], 'No changes given.'],
  ])('refuses %s', async (_, words, message) => {
    const id = await create();
    const refused = await drafts(['update', id, ...words], '<p>x</p>');
    expect(refused.exit).toBe(2);
    expect(JSON.stringify(refused.error())).toContain(message);
  });

  test('tells what active HTML is refused for, and leaves the draft as it was', async () => {
    const id = await create();
    const refused = await drafts(['update', id, '--html', page('<script>1</script>')]);
    expect(refused.error()).toMatchObject({ code: 'OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED' });
    expect(await htmlOf(id)).toBeNull();
  });
});

describe('drafts send', () => {
  const exitsOf = async (...words: string[]) =>
    (await agentmail(['commands', ...words])).json<{ commands: { exit_codes: number[] }[] }>().commands[0]
      ?.exit_codes;

  test('ends with 5 for a held message, as asking by the key of a send does, and help says so', async () => {
    const text = 'My social security number is 536-22-8726.';
    const message = ['--to', 'ann@example.org', '-s', 'Hello', '-b', text];
    const { id } = (await drafts(['create', ...message])).json<{ id: string }>();
    expect((await drafts(['send', id])).exit).toBe(5);
    await agentmail(['send', ...message, '--idempotency-key', 'held'], { home: folder, env });
    expect((await agentmail(['idempotency', 'held'], { home: folder, env })).exit).toBe(5);
    expect(await exitsOf('drafts', 'send')).toContain(5);
    expect(await exitsOf('idempotency')).toContain(5);
  });

  /**
   * A person at a terminal who answers the question after the draft is shown; `before` happens in between.
   */
  const at = async (id: string, answer: string, before?: () => Promise<unknown>) => {
    const asked: string[] = [];
    const line = async (question: string) => {
      asked.push(question);
      await before?.();
      return answer;
    };
    return { ...(await agentmail(['drafts', 'send', id], { home: folder, env, terminal: 80, line })), asked };
  };

  test('shows the draft at a terminal and sends it after a yes only', async () => {
    const id = await create();
    const kept = await at(id, 'n');
    expect([kept.exit, kept.asked, kept.stdout, kept.stderr]).toEqual([
      4,
      ['Send it? [y/N] '],
      expect.stringMatching(/ann@example\.org[\s\S]*A text\./),
      expect.stringContaining('NOT_SENT'),
    ]);
    const sent = await at(id, 'y');
    expect([sent.exit, sent.stdout]).toEqual([0, expect.stringContaining('Sent.')]);
  });

  test('does not send what was changed while the person looked', async () => {
    const id = await create();
    const sent = await at(id, 'y', () => drafts(['update', id, '-b', 'Another text.']));
    expect(sent.exit).not.toBe(0);
    expect(sent.stderr).toContain('draft_changed');
    expect(sent.stderr).toContain('agentmail drafts show');
    expect((await drafts(['show', id])).json()).toMatchObject({ state: 'draft' });
  });

  test('sends and changes the revision that is named, and no other', async () => {
    const id = await create();
    expect((await drafts(['update', id, '-b', 'Two.', '--revision', '0'])).json()).toMatchObject({
      revision: 1,
    });
    for (const act of [
      ['send', id],
      ['update', id, '-s', 'New'],
    ]) {
      const refused = await drafts([...act, '--revision', '0']);
      expect(refused.error()).toMatchObject({ code: 'CONFLICT', details: { revision: 1 } });
    }
    expect((await drafts(['send', id, '--revision', '1'])).exit).toBe(0);
  });
});
