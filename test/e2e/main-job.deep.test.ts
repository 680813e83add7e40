import { describe, expect, test } from 'vitest';
import { bringUp, cli, startCli } from '../support/daemon-process.ts';
import { deliver } from '../support/mail-program.ts';

/** The main job as people do it: two terminals, a mail program, and the commands of the README. */

describe('two terminals', () => {
  test('of many mails that arrive in a burst none is missed, and each is printed once, in order', async () => {
    const daemon = await bringUp('support');
    const since = (await cli(daemon.home, ['operator', 'clock', 'show'])).json<{ now: string }>().now;
    const subjects = Array.from({ length: 20 }, (_, number) => `Mail ${number}`);
    const waiting = startCli(daemon.home, ['wait', '--count', '20', '--timeout', '30', '--since', since]);
    await Promise.all(subjects.map((subject) => deliver(daemon, subject)));
    const { exit, stdout } = await waiting.ended;
    const printed: { subject: string; created_at: string }[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exit).toBe(0);
    expect(printed.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
    expect(printed.map(({ created_at }) => created_at)).toEqual(
      printed.map(({ created_at }) => created_at).toSorted(),
    );
  });

  test('one intent is one mail and one charge, however often it is sent at the same time', async () => {
    const { home } = await bringUp('support');
    const send = [
      'send',
      '--to',
      'ann@example.com',
      '-s',
      'Once',
      '-b',
      'Hi',
      '--idempotency-key',
      'order-1',
    ];
    const sent = await Promise.all([cli(home, send), cli(home, send), cli(home, send), cli(home, send)]);
    expect(sent.map(({ exit }) => exit)).toEqual([0, 0, 0, 0]);
    expect(new Set(sent.map((each) => each.json().message_id)).size).toBe(1);
    expect((await cli(home, ['outbox', 'list'])).json().items).toHaveLength(1);
    expect((await cli(home, ['quota'])).json()).toMatchObject({ today: { count: 1 } });
  });

  test('an agent key kept in a profile sees its mailbox and nothing else', async () => {
    const { home } = await bringUp('support');
    await cli(home, ['mailboxes', 'create', 'private']);
    const made = await cli(home, ['keys', 'create', '-m', 'support', '--open', '--save-as', 'bot']);
    expect(made.exit).toBe(0);
    const seen = (await cli(home, ['mailboxes', 'list', '--profile', 'bot'])).json<{
      mailboxes: { name: string }[];
    }>();
    expect(seen.mailboxes.map(({ name }) => name)).toEqual(['support']);
    expect((await cli(home, ['keys', 'list', '--profile', 'bot'])).exit).toBe(3);
    expect((await cli(home, ['inbox', '--profile', 'bot', '-m', 'private'])).exit).not.toBe(0);
    await cli(home, ['keys', 'revoke', made.json<{ id: string }>().id]);
    const revoked = await cli(home, ['whoami', '--profile', 'bot']);
    expect(revoked.exit).toBe(3);
    expect(revoked.error().code).toBe('API_KEY_REVOKED');
  });
});
