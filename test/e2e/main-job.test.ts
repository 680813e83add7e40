import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { bringUp, cli, startCli } from '../support/daemon-process.ts';
import { deliver } from '../support/mail-program.ts';

/** The main job as people do it: two terminals, a mail program, and the commands of the README. */

describe('two terminals', () => {
  test('what comes in over SMTP is printed by a waiting command, answered, and lies in the outbox', async () => {
    const daemon = await bringUp('support');
    const { home } = daemon;
    const since = (await cli(home, ['operator', 'clock', 'show'])).json<{ now: string }>().now;
    const waiting = startCli(home, ['wait', '--json', '--timeout', '30', '--since', since]);
    await once(waiting.process, 'spawn');
    await deliver(daemon, 'Where is my order?');
    const arrived = await waiting.ended;
    expect(arrived.exit).toBe(0);
    const message = arrived.json<{ id: string }>();
    expect(message).toMatchObject({
      subject: 'Where is my order?',
      sender: 'ann@example.com',
      direction: 'inbound',
    });

    const inbox = (await cli(home, ['inbox', '--unread'])).json<{ messages: { id: string }[] }>();
    expect(inbox.messages.map(({ id }) => id)).toEqual([message.id]);
    const read = await cli(home, ['read', message.id]);
    expect(read.json()).toMatchObject({ body: { content: expect.stringContaining('Hello there.') } });
    expect((await cli(home, ['inbox', '--unread'])).json().messages).toEqual([]);

    const replied = await cli(home, ['reply', message.id], { stdin: 'It arrives tomorrow.\n' });
    expect(replied.exit).toBe(0);
    const { items } = (await cli(home, ['outbox', 'list'])).json<{ items: { id: string }[] }>();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ to: 'ann@example.com', subject: 'Re: Where is my order?' });
    const raw = await cli(home, ['outbox', 'raw', items[0]?.id ?? '']);
    expect(raw.stdout).toMatch(/^In-Reply-To: </m);
    expect(raw.stdout).toContain('It arrives tomorrow.');
  });
});
