import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AgentMail } from '../../shared/client/index.ts';
import { bringUp, cli, type RunningDaemon } from '../support/daemon-process.ts';
import { callTool } from '../support/model.ts';

/*
 * Held, denied with a reason, written again, approved, next mail: several times in a row, by each way in
 * which a program may answer mail, with the line of the README among them.
 */

const LAUNCHER = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));
const [, WORDS = '', LINE = ''] =
  /^agentmail (wait .*--follow --exec) '(.*)'$/m.exec(readFileSync('README.md', 'utf8')) ?? [];

interface Desk {
  readonly daemon: RunningDaemon;
  readonly key: string;
  /** A time before the mail of this round. */
  readonly since: string;
}

/** Waits for mail or a denial, answers it, and returns the ID of the denied message that it revised. */
type Way = (desk: Desk) => Promise<string | undefined>;

/** The text of an answer, better with each reason. */
const textFor = (reason: string | null | undefined) => (reason ? `Better: ${reason}.` : 'First try.');

interface Offered {
  readonly id: string;
  readonly direction: string;
  readonly in_reply_to_message_id?: string;
  readonly review?: { readonly reason: string | null };
}

const byCommand: Way = async ({ daemon: { home }, key }) => {
  const folder = join(home, 'bin');
  mkdirSync(folder, { recursive: true });
  const script = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script('agentmail', `exec "${process.execPath}" "${LAUNCHER}" "$@"`);
  script(
    'answer',
    'cat > /dev/null; if [ "$AGENTMAIL_REASON" ]; then echo "Better: $AGENTMAIL_REASON."; else echo "First try."; fi',
  );
  const env = {
    PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`,
    SHELL: '/bin/sh',
    AGENTMAIL_KEY: key,
  };
  const ran = await cli(home, [...WORDS.split(' '), LINE, '--json', '--count', '1'], { env });
  expect([ran.exit, ran.stderr]).toMatchObject([0, expect.not.stringContaining('stays unread')]);
  const report = ran.json<{ revises?: string }>();
  expect(report).toMatchObject({ exit_status: 5, held_for_review: true, marked_read: true });
  return report.revises;
};

const byHttp: Way = async ({ daemon: { http }, key }) => {
  const request = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(
      `${http}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { message } = (await request('/v1/mailboxes/desk/messages/wait?denied=true')) as { message: Offered };
  const isDenied = message.direction === 'outbound';
  const target = isDenied ? message.in_reply_to_message_id : message.id;
  await request(`/v1/messages/${target}/reply`, {
    body: textFor(message.review?.reason),
    mark_read: true,
    ...(isDenied && { revises: message.id }),
  });
  return isDenied ? message.id : undefined;
};

const byClient: Way = async ({ daemon: { http: url }, key, since }) => {
  const mail = new AgentMail({ url, key });
  const message = await mail.messages.waitFor({ mailbox: 'desk', denied: true, since });
  if (!message) throw new Error('nothing came');
  const isDenied = message.direction === 'outbound';
  const target = (isDenied ? message.in_reply_to_message_id : message.id) ?? '';
  const answer = {
    body: textFor(message.review?.reason),
    mark_read: true,
    ...(isDenied && { revises: message.id }),
  };
  // The same key each time, as a program has it that names its answers after the mail.
  const sent = await mail.messages.reply(target, answer, { idempotencyKey: target });
  expect(sent.replayed).toBeUndefined();
  return isDenied ? message.id : undefined;
};

const byModel: Way = async ({ daemon: { http }, key, since }) => {
  const host = { http, key };
  const { message, next_step } = await callTool<{ message: Offered; next_step?: string }>(
    host,
    'wait_for_message',
    { since },
  );
  const isDenied = message.direction === 'outbound';
  expect(next_step?.includes(message.id) ?? false).toBe(isDenied);
  await callTool(host, 'reply_to_message', {
    message_id: isDenied ? message.in_reply_to_message_id : message.id,
    body: textFor(message.review?.reason),
    intent: 'answer',
    ...(isDenied && { revises: message.id }),
  });
  return isDenied ? message.id : undefined;
};

const ROUNDS: readonly Way[] = [byCommand, byHttp, byClient, byModel, byCommand];

test('a person has an agent write again until the answer is right, mail after mail', {
  timeout: 600_000,
}, async () => {
  let daemon = await bringUp();
  const { home } = daemon;
  const person = async <T>(...argv: string[]) => {
    const ran = await cli(home, [...argv, '--json']);
    expect([ran.exit, ran.stderr]).toEqual([0, '']);
    return ran.json<T>();
  };
  await person('mailboxes', 'create', 'desk', '--guarded');
  await person('allowlist', 'add', 'ann@example.org', '--mailbox', 'desk');
  const { api_key: key } = await person<{ api_key: string }>(
    'keys',
    'create',
    '--role',
    'agent',
    '--mailbox',
    'desk',
  );
  const waiting = async () => {
    const { messages } = await person<{ messages: { id: string }[] }>('review', 'list');
    expect(messages).toHaveLength(1);
    return messages[0]?.id ?? '';
  };
  for (const [round, way] of ROUNDS.entries()) {
    const subject = `Question ${round}`;
    const since = new Date(Date.now() - 1).toISOString();
    await person(
      'simulate',
      'inbound',
      '--from',
      'ann@example.org',
      '--subject',
      subject,
      '--body',
      'Can you help me?',
    );
    await person('operator', 'drain');
    const desk = () => ({ daemon, key, since });
    expect(await way(desk())).toBeUndefined();
    const first = await waiting();
    await person('review', 'deny', first, '--reason', 'say when');
    if (round === 1) {
      await person('down');
      daemon = { home, ...(await person<Omit<RunningDaemon, 'home'>>('up')) };
    }
    expect(await way(desk())).toBe(first);
    const second = await waiting();
    await person('review', 'deny', second, '--reason', 'and where');
    expect(await way(desk())).toBe(second);
    const third = await waiting();
    await person('review', 'approve', third);
    const { versions } = await person<{ versions: { id: string }[] }>('messages', 'show', third);
    expect(versions).toMatchObject([
      { id: first, review: { resolution: 'denied', reason: 'say when', revised_as: second } },
      { id: second, review: { resolution: 'denied', reason: 'and where', revised_as: third } },
      {
        id: third,
        review: { resolution: 'approved' },
        body: { content: expect.stringContaining('Better: and where.') },
      },
    ]);
    const { items } = await person<{ items: { subject: string }[] }>('outbox', 'list');
    expect(items.filter((item) => item.subject === `Re: ${subject}`)).toHaveLength(1);
    const { messages } = await person<{ messages: unknown[] }>('inbox', 'desk', '--unread');
    expect(messages).toEqual([]);
  }
});
