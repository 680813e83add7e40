import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../../cli/main.ts';
import * as api from '../../support/api.ts';
import { testWorld } from '../../support/cli.ts';
import { EventSource } from '../../support/event-source.ts';
import { answer, type HttpsReceiver } from '../../support/https-receiver.ts';
import { startReceiving } from '../../support/receiving.ts';
import { createAgent, createTenant, type Service, type Tenant } from '../../support/service.ts';
import { TerminalScreen } from '../../support/terminal-screen.ts';

const STREAM = '/v1/webhooks/deliveries/stream';

interface Line {
  readonly id: string;
  readonly webhook_id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly last_error: string | null;
}

describe('webhooks tail', () => {
  let service: Service;
  let tenant: Tenant;
  let receiver: HttpsReceiver;

  beforeAll(async () => {
    const scene = await startReceiving();
    ({ service, tenant, receiver } = scene);
    return scene.stop;
  });

  async function open(query: Record<string, string>, headers: Record<string, string> = {}) {
    const source = await EventSource.open(service, tenant.admin, query, headers, STREAM);
    onTestFinished(() => source.close());
    return source;
  }
  async function create(path: string): Promise<string> {
    const made = await service.call(tenant.admin, api.createWebhook, {
      url: receiver.url(path),
      enabled_events: ['message.received'],
    });
    return made.body.webhook.id;
  }
  const test = (id: string) => service.call(tenant.admin, api.testWebhook, { id });

  async function tail(argv: string[], terminal?: number) {
    // The stream of an earlier test may still be closing.
    await expect.poll(() => service.daemon.context.signals.watching('attempts')).toBe(0);
    const interrupt = new AbortController();
    const { world, stdout } = testWorld({
      home: service.home,
      env: { AGENTMAIL_KEY: tenant.admin },
      interrupted: interrupt.signal,
      ...(terminal !== undefined && { terminal }),
    });
    return { ended: run(['webhooks', 'tail', ...argv], world), stdout, interrupt };
  }
  /** The stream tells from its beginning on, so a test begins when it is there. */
  async function whenWatched(): Promise<void> {
    await expect.poll(() => service.daemon.context.signals.watching('attempts')).toBe(1);
  }

  it('shows each attempt as it ends, and why it failed', async () => {
    const id = await create('/a');
    receiver.behave = answer(503);
    const watching = await tail([id, '--count', '2']);
    await whenWatched();
    await test(id);
    await service.drain();
    receiver.behave = answer(200);
    await service.operator(api.advanceClock, { seconds: 31 });
    expect(await watching.ended).toBe(0);
    const lines = watching
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(lines).toMatchObject([
      { webhook_id: id, status: 'retrying', attempt_count: 1, last_error: 'http_503' },
      { webhook_id: id, status: 'delivered', attempt_count: 2, last_error: null },
    ]);
    expect(lines[0]?.id).toBe(lines[1]?.id);
  });

  it('shows one webhook when it is named, and lines for people on a terminal', async () => {
    const [one, two] = [await create('/one'), await create('/two')];
    receiver.behave = answer(404);
    const watching = await tail([two, '--count', '1'], 160);
    await whenWatched();
    await test(one);
    await service.drain();
    await test(two);
    expect(await watching.ended).toBe(0);
    expect(watching.stdout()).toContain('abandoned');
    expect(watching.stdout()).toContain('http_404');
    expect(watching.stdout().trim().split('\n')).toHaveLength(1);
  });

  it('takes keys on a terminal: details and a retry of the last failed delivery, then the end', async () => {
    const id = await create('/keys');
    receiver.behave = answer(404, 'nobody\u001b[2J here');
    await test(id);
    await service.drain();
    // Only changed cells are written, so texts are whole on the screen alone.
    const shown = (text: string) =>
      expect
        .poll(() => {
          const screen = new TerminalScreen(100, 24);
          screen.write(stdout());
          return screen.lines.join('\n');
        })
        .toContain(text);
    const { world, stdout } = testWorld({
      home: service.home,
      env: { AGENTMAIL_KEY: tenant.admin, NO_COLOR: '1' },
      terminal: 100,
      async *keys() {
        await shown('http_404');
        yield 'd';
        await shown('nobody\\u{1b}[2J here');
        receiver.behave = answer(200);
        yield 'r';
        await shown('Retrying: ');
        await shown('delivered');
        yield 'q';
      },
    });
    expect(await run(['webhooks', 'tail', id, '--since', '1h'], world)).toBe(0);
    expect(receiver.requests.filter(({ path }) => path === '/keys')).toHaveLength(2);
    const [, afterwards = ''] = stdout().split('\u001b[?1049l\u001b[?25h');
    expect(afterwards).toMatch(/^\d\d:\d\d:\d\d delivered webhook\.test attempt 1 200 \S+\n$/);
  });

  it('says on the screen why a delivery cannot be begun anew, and ends when the daemon refuses', async () => {
    const id = await create('/busy');
    receiver.behave = answer(503);
    await test(id);
    await service.drain();
    const { world, stdout } = testWorld({
      home: service.home,
      env: { AGENTMAIL_KEY: tenant.admin, NO_COLOR: '1' },
      terminal: 100,
      async *keys() {
        await expect.poll(stdout).toContain('http_503');
        yield 'r';
        await expect.poll(stdout).toContain('Still being retried');
        yield '\u0003';
      },
    });
    expect(await run(['webhooks', 'tail', id, '--since', '1h'], world)).toBe(0);
    const refused = testWorld({
      home: service.home,
      env: { AGENTMAIL_KEY: tenant.admin },
      terminal: 100,
      async *keys(signal) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    const nobody = '00000000-0000-7000-8000-000000000000';
    expect(await run(['webhooks', 'tail', nobody], refused.world)).toBe(2);
    expect(refused.stderr()).toContain('NOT_FOUND');
  });

  it('resumes after a cursor or at a timestamp without loss or repetition, also of one webhook', async () => {
    const [one, two] = [await create('/first'), await create('/second')];
    receiver.behave = answer(200);
    service.clock.moveTo(service.clock.now() + 60_000);
    await service.drain();
    service.clock.moveTo(service.clock.now() + 1000);
    const since = new Date(service.clock.now()).toISOString();
    const source = await open({});
    for (let round = 0; round < 3; round += 1) {
      await test(one);
      await test(two);
      await service.drain();
    }
    await source.until(() => source.events.length === 6);
    const lines = source.events.map(({ envelope }) => envelope as unknown as Line);
    const resume = async (query: Record<string, string>, count: number, headers = {}) => {
      const resumed = await open(query, headers);
      await resumed.until(() => resumed.events.length >= count);
      return resumed.events.map(({ envelope }) => envelope as unknown as Line);
    };
    const third = source.events[2]?.cursor ?? '';
    expect(await resume({ since }, 6)).toEqual(lines);
    expect(await resume({ since: source.startCursor }, 6)).toEqual(lines);
    expect(await resume({ since: third }, 3)).toEqual(lines.slice(3));
    expect(await resume({ since }, 3, { 'last-event-id': third })).toEqual(lines.slice(3));
    expect(await resume({ since, webhook: two }, 3)).toEqual(lines.filter((each) => each.webhook_id === two));
  });

  it('refuses a cursor of the events, and of another account', async () => {
    const events = await EventSource.open(service, tenant.admin);
    events.close();
    const other = await createTenant(service, { email: 'cursor@example.com', mailbox: 'cursor' });
    const foreign = await EventSource.open(service, other.admin, {}, {}, STREAM);
    foreign.close();
    for (const cursor of [events.startCursor, foreign.startCursor, 'garbage']) {
      const refused = await service.call(tenant.admin, api.streamDeliveries, { since: cursor });
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_CURSOR']);
    }
  });

  it('tells nothing of a webhook that was deleted', async () => {
    const id = await create('/gone');
    receiver.behave = answer(200);
    const since = new Date(service.clock.now()).toISOString();
    await test(id);
    await service.drain();
    await service.call(tenant.admin, api.deleteWebhook, { id });
    await service.drain();
    const left = await service.daemon.context.store.read
      .selectFrom('webhook_attempts')
      .select('seq')
      .where('webhook_id', '=', id)
      .execute();
    expect(left).toEqual([]);
    expect((await service.call(tenant.admin, api.streamDeliveries, { webhook: id, since })).status).toBe(404);
  });

  it('is for admins, and of the own account', async () => {
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const refused = await service.call(agent, api.streamDeliveries);
    expect([refused.status, refused.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    const id = await create('/foreign');
    const foreign = await service.call(other.admin, api.streamDeliveries, { webhook: id });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});
