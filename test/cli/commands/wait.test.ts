import { describe, expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { listItem, nameDaemon, startStub } from '../../support/stub-daemon.ts';

const HEALTH = {
  status: 'ok',
  version: '0.0.0-test',
  database: true,
  providers: {
    primary: { healthy: true, configured: true, events_configured: false },
    failover: { healthy: true, configured: false, events_configured: false },
  },
  scanner: true,
  spam_filter: false,
  queue_depth: 0,
  timestamp: '2031-05-05T05:05:05.005Z',
  capabilities: [],
};
const at = (second: number) => `2031-05-05T05:06:0${second}.000Z`;
const found = (changes: Readonly<Record<string, unknown>>) => ({
  message: listItem(changes),
  review_trigger_source: null,
});
const nothing = { message: null, review_trigger_source: null };

/** A daemon that answers one wait after another as the list says, and keeps the queries. */
async function waiting(...replies: (object | 'break')[]) {
  const queries: Record<string, string>[] = [];
  const stub = await startStub((server) => {
    server.get('/v1/health', async () => HEALTH);
    server.get('/v1/mailboxes/:id/messages/wait', (request, reply) => {
      queries.push(request.query as Record<string, string>);
      const next = replies.shift() ?? nothing;
      if (next === 'break') request.raw.socket.destroy();
      else reply.send(next);
    });
  });
  return { ...stub, queries };
}

describe('waiting', () => {
  test("starts from now on the daemon's clock, including this very millisecond", async () => {
    const { home, queries } = await waiting(found({}));
    expect((await agentmail(['wait', '-m', 'support'], { home })).exit).toBe(0);
    expect(queries).toEqual([
      {
        timeout: '30',
        since: '2031-05-05T05:05:05.004Z',
        extract: 'reply',
        skip_automatic: 'reply,list,bounce',
      },
    ]);
  });

  test('skips what answers no sign-up, in a loop all automatic mail, and none with --include-automatic', async () => {
    const skipped = async (...flags: string[]) => {
      const { home, queries } = await waiting(found({}));
      await agentmail(['wait', '-m', 'support', '--count', '1', ...flags], { home });
      return queries[0]?.skip_automatic;
    };
    expect(await skipped()).toBe('reply,list,bounce');
    expect(await skipped('--follow')).toBe('reply,bulk,list,bounce');
    expect(await skipped('--follow', '--include-automatic')).toBeUndefined();
    expect(await skipped('--include-automatic')).toBeUndefined();
  });

  test('starts from --since when it is given', async () => {
    const { home, queries } = await waiting(found({}));
    await agentmail(['wait', '-m', 'support', '--since', at(1)], { home });
    expect(queries[0]?.since).toBe(at(1));
  });

  test('carries the time of the last message seen, so that nothing between two rounds is missed', async () => {
    const { home, queries } = await waiting(
      found({ subject: 'Spam', created_at: at(1) }),
      nothing,
      found({ subject: 'More spam', created_at: at(2) }),
      found({ subject: 'Your ORDER 12', created_at: at(3) }),
    );
    const ran = await agentmail(['wait', '-m', 'support', '-s', 'order', '-t', '60'], { home });
    expect(ran.json()).toMatchObject({ subject: 'Your ORDER 12' });
    expect(queries.map(({ since }) => since)).toEqual(['2031-05-05T05:05:05.004Z', at(1), at(1), at(2)]);
  });

  test('prints one JSON line for each message of --count', async () => {
    const { home } = await waiting(
      found({ subject: 'a', created_at: at(1) }),
      found({ subject: 'b\nc', created_at: at(2) }),
    );
    const ran = await agentmail(['wait', '-m', 'support', '--count', '2'], { home });
    const lines = ran.stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).subject)).toEqual(['a', 'b\nc']);
  });

  test('filters by sender whatever the case', async () => {
    const { home } = await waiting(
      found({ sender: 'bob@example.com', created_at: at(1) }),
      found({ sender: 'Ann@Example.com', created_at: at(2) }),
    );
    const ran = await agentmail(['wait', '-m', 'support', '--from', 'ANN@'], { home });
    expect(ran.json()).toMatchObject({ sender: 'Ann@Example.com' });
  });

  test('that is longer than one round asks again, and the last round asks only for what is left', async () => {
    const { home, queries } = await waiting();
    // The stub answers at once, as a daemon that stops does.
    const ran = await agentmail(['wait', '-m', 'support', '-t', '1'], { home });
    expect(ran.exit).toBe(6);
    expect(queries.every(({ timeout }) => timeout === '1')).toBe(true);
  });

  test('tells with code 6 that nothing arrived, and from where to go on', async () => {
    const { home } = await waiting(found({ subject: 'Spam', created_at: at(4) }));
    const ran = await agentmail(['wait', '-m', 'support', '-s', 'order', '-t', '1'], { home });
    expect(ran.exit).toBe(6);
    expect(ran.stdout).toBe('');
    expect(ran.error()).toMatchObject({ code: 'NOTHING_ARRIVED', details: { seen: 0, since: at(4) } });
  });

  test('survives a connection that breaks and goes on from the same moment', async () => {
    const { home, queries } = await waiting(
      found({ subject: 'Spam', created_at: at(1) }),
      'break',
      found({ subject: 'order' }),
    );
    const ran = await agentmail(['wait', '-m', 'support', '-s', 'order'], { home });
    expect(ran.exit).toBe(0);
    expect(queries.map(({ since }) => since).slice(1)).toEqual([at(1), at(1)]);
  });

  test('ends with 7, never with 6, when the daemon goes away for good', async () => {
    const { home, origin, server } = await waiting();
    const gone = agentmail(['wait', '-m', 'support', '-t', '20', '--since', at(1)], { home });
    await server.close();
    nameDaemon(home, origin, 2 ** 22 - 1);
    const ran = await gone;
    expect(ran.exit).toBe(7);
    expect(ran.error().code).toBe('UNREACHABLE');
  });

  test('ends at once when it is interrupted', async () => {
    const { home } = await startStub((server) => {
      server.get('/v1/mailboxes/:id/messages/wait', () => new Promise(() => {}));
    });
    const controller = new AbortController();
    const asked = agentmail(['wait', '-m', 'support', '--since', at(1)], {
      home,
      interrupted: controller.signal,
      fetch: (input, init) => {
        if (String(new Request(input, init).url).includes('/wait')) setImmediate(() => controller.abort());
        return fetch(input, init);
      },
    });
    expect((await asked).exit).toBe(130);
  });
});
