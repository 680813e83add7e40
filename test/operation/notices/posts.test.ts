import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { answer, closeEarly, type HttpsReceiver, hang } from '../../support/https-receiver.ts';
import { startReceiving } from '../../support/receiving.ts';
import { createTenant, launch, type Service, type Tenant } from '../../support/service.ts';
import { holdEverything, mailed, tell } from './support.ts';

const HOSTILE =
  '<!channel> @everyone *x* https://evil.example <https://evil.example|here> [x](https://evil.example)';

let service: Service;
let receiver: HttpsReceiver;
let number = 0;

beforeAll(async () => {
  const scene = await startReceiving();
  ({ service, receiver } = scene);
  return scene.stop;
});
beforeEach(() => {
  receiver.requests.length = 0;
  receiver.behave = answer(200, 'ok');
});

/** An account of its own, which tells the receiver. */
async function telling(target: Parameters<typeof tell>[2]) {
  number += 1;
  const tenant = await createTenant(service, {
    email: `owner${number}@example.com`,
    tier: 'pro',
    mailbox: `helper${number}`,
  });
  const { hold } = await holdEverything(service, tenant);
  const { id } = await tell(service, tenant, { address: receiver.url('/secret/path'), ...target });
  return { tenant, hold, id };
}

const advance = (seconds: number) => service.operator(api.advanceClock, { seconds });
const targetOf = async ({ admin }: Tenant) => (await service.must(admin, api.listNoticeTargets)).notices[0];
const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('a notice that is posted', () => {
  it('has the form of Slack, in which no words of strangers are markup', async () => {
    const { tenant, hold } = await telling({ format: 'slack' });
    const id = await hold(HOSTILE);
    const [body] = bodies();
    const { address } = tenant.mailbox;
    expect(receiver.requests[0]?.path).toBe('/secret/path');
    expect(receiver.requests[0]?.headers['content-type']).toBe('application/json');
    expect(body).toMatchObject({
      text: `A message in ${address} waits for your decision`,
      unfurl_links: false,
      unfurl_media: false,
    });
    const blocks = body?.blocks as { text: { type: string; text: string } }[];
    const marked = blocks.filter(({ text }) => text.type === 'mrkdwn').map(({ text }) => text.text);
    expect(marked).toEqual([`<${service.daemon.runtime.http}/app/review/${id}|Open the message>`]);
    expect(blocks.map(({ text }) => text.text).join('\n')).toContain(
      'Subject: <!channel> [@]everyone *x* https[:]//evil[.]ex',
    );
    expect(JSON.stringify(body)).not.toContain('The secret text');
  });

  it('has the form of Discord, in which nobody is mentioned', async () => {
    const { hold } = await telling({ format: 'discord' });
    const id = await hold(HOSTILE);
    const [body] = bodies();
    expect(body).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
    const content = String(body?.content);
    expect(content).toContain(`<${service.daemon.runtime.http}/app/review/${id}>`);
    expect(content).toContain('\\<!channel\\> \\[\\@\\]everyone \\*x\\* https\\[\\:\\]//evil\\[.\\]example');
    expect(content).not.toContain('evil.');
  });

  it('has the form of ntfy, posted to the server of the topic', async () => {
    const { tenant, hold } = await telling({
      format: 'ntfy',
      address: receiver.url('/base/my-topic?auth=abc'),
    });
    const id = await hold(HOSTILE);
    expect(receiver.requests[0]?.path).toBe('/base/?auth=abc');
    expect(bodies()[0]).toMatchObject({
      topic: 'my-topic',
      title: `A message in ${tenant.mailbox.address} waits for your decision`,
      click: `${service.daemon.runtime.http}/app/review/${id}`,
    });
    expect(String(bodies()[0]?.message)).not.toContain('evil.');
  });

  it.each(['slack', 'discord', 'ntfy'] as const)(
    'stays within the limits of %s, whatever is held',
    async (format) => {
      const { hold } = await telling({ format, digest_minutes: 1 });
      for (let count = 0; count < 30; count++)
        await hold(`${count} ${'*汉@.'.repeat(60)}`, `${'a.'.repeat(30)}x@example.com`);
      await advance(61);
      await service.drain();
      const [body] = bodies();
      const text = String(body?.content ?? body?.message ?? JSON.stringify(body?.blocks));
      expect(text).toMatch(/\d\d more messages are held\. 30 messages are waiting in total\./);
      expect(Buffer.byteLength(text)).toBeLessThan(format === 'discord' ? 2000 : 4096);
    },
  );

  it('is retried as a webhook is, with what is still held then', async () => {
    const { tenant, hold } = await telling({ format: 'slack' });
    receiver.behave = answer(503);
    const first = await hold('First');
    expect(await targetOf(tenant)).toMatchObject({ last_error: 'http_503', last_sent_at: null });
    await hold('Second');
    await service.must(tenant.admin, api.denyMessage, { id: first });
    expect(receiver.requests).toHaveLength(1);
    receiver.behave = answer(200);
    await advance(31);
    await service.drain();
    expect(receiver.requests).toHaveLength(2);
    expect(receiver.requests[1]?.body).toContain('Second');
    expect(receiver.requests[1]?.body).not.toContain('First');
    expect(await targetOf(tenant)).toMatchObject({ last_error: null, next_notice_at: null });
    await hold('Third');
    expect(receiver.requests[2]?.body).not.toContain('Subject: Second');
  });

  it('is given up when the receiver refuses it for good, and the next one is posted', async () => {
    const { tenant, hold } = await telling({ format: 'discord' });
    receiver.behave = answer(404);
    await hold('First');
    expect(await targetOf(tenant)).toMatchObject({ last_error: 'http_404', next_notice_at: null });
    receiver.behave = answer(204);
    await hold('Second');
    expect(receiver.requests).toHaveLength(2);
    expect(await targetOf(tenant)).toMatchObject({ last_error: null });
  });

  it('follows no redirect, and survives a receiver that breaks off', async () => {
    const { tenant, hold } = await telling({ format: 'slack' });
    receiver.behave = answer(302, '', { location: 'https://127.0.0.1/' });
    await hold('First');
    expect(await targetOf(tenant)).toMatchObject({ last_error: 'http_redirect_forbidden: 302' });
    receiver.behave = closeEarly;
    await hold('Second');
    expect((await targetOf(tenant))?.last_error).toMatch(/^network_error/);
  });

  it('tells of what is held while the receiver takes its time, afterwards and once', async () => {
    const { hold } = await telling({ format: 'slack' });
    const answers: (() => void)[] = [];
    receiver.behave = (response) => answers.push(() => response.end('ok'));
    const sent = [hold('First')];
    await receiver.received(1);
    sent.push(hold('Second'));
    await expect.poll(async () => heldOf(service, number)).toBe(2);
    receiver.behave = answer(200);
    for (const each of answers) each();
    await Promise.all(sent);
    await service.drain();
    expect(receiver.requests.map(({ body }) => [body.includes('First'), body.includes('Second')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is no longer posted after 20 failures in a row, and the owner is told', async () => {
    const { tenant, hold, id } = await telling({ format: 'slack', address: receiver.url('/secret/gone') });
    const posted = () => receiver.requests.filter(({ path }) => path === '/secret/gone').length;
    const state = async () => {
      const target = await targetOf(tenant);
      return [target?.enabled, target?.disabled_reason];
    };
    /** Holds messages until so many posts were made, the retries among them. */
    const untilPosted = async (count: number) => {
      while (posted() < count) {
        if ((await targetOf(tenant))?.next_notice_at === null) await hold();
        for (const seconds of LIMITS.webhookRetrySeconds) {
          if (posted() === count) return;
          await advance(seconds + 1);
          await service.drain();
        }
      }
    };
    receiver.behave = answer(503);
    await untilPosted(LIMITS.noticeFailuresToDisable - 1);
    receiver.behave = answer(200);
    await untilPosted(LIMITS.noticeFailuresToDisable);
    receiver.behave = answer(503);
    await untilPosted(2 * LIMITS.noticeFailuresToDisable - 1);
    expect(await state()).toEqual([true, null]);
    await untilPosted(2 * LIMITS.noticeFailuresToDisable);
    expect(await state()).toEqual([false, 'auto_disabled_failures']);
    expect(await targetOf(tenant)).toMatchObject({ last_error: 'http_503', next_notice_at: null });
    await hold();
    await advance(24 * 3600);
    expect(posted()).toBe(2 * LIMITS.noticeFailuresToDisable);
    const told = (await mailed(service)).filter(({ to }) => to === `owner${number}@example.com`);
    expect(told).toMatchObject([
      { subject: 'Notices of held mail were turned off after 20 failed attempts in a row' },
    ]);
    expect(told[0]?.text).toContain(`agentmail notices update ${id} --enabled on`);
    expect(told[0]?.text).not.toContain('/secret');
    await service.must(tenant.admin, api.updateNoticeTarget, { id, enabled: true });
    await hold();
    expect(await state()).toEqual([true, null]);
  });

  it('can be tried, with the reason when it fails', async () => {
    const { tenant, id } = await telling({ format: 'ntfy', address: receiver.url('/topic') });
    expect(await service.must(tenant.admin, api.testNoticeTarget, { id })).toEqual({
      outcome: 'sent',
      error: null,
    });
    expect(bodies()[0]).toMatchObject({ topic: 'topic' });
    receiver.behave = answer(403);
    expect(await service.must(tenant.admin, api.testNoticeTarget, { id })).toEqual({
      outcome: 'failed',
      error: 'http_403',
    });
  });
});

async function heldOf({ daemon }: Service, account: number): Promise<number> {
  const { count } = await daemon.context.store.read
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .where('mailboxes.name', '=', `helper${account}`)
    .where('messages.state', '=', 'pending_review')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

it('is posted after a restart when the daemon stopped during the post', async () => {
  const authority = await testAuthority();
  const options = {
    config: { allowPrivateWebhooks: true },
    overrides: { extraAuthorities: [authority.certificate] },
  };
  const first = await launch(options);
  const tenant = await createTenant(first, { tier: 'pro' });
  const mailbox = await holdEverything(first, tenant);
  await tell(first, tenant, { format: 'slack', address: receiver.url() });
  receiver.behave = hang;
  const held = mailbox.hold('Numbers').catch(() => undefined);
  await receiver.received(1);
  await first.stop();
  await held;
  receiver.behave = answer(200);
  const second = await launch({ ...options, home: first.home });
  try {
    await second.drain();
    expect(receiver.requests.map(({ body }) => body.includes('Numbers'))).toEqual([true, true]);
    expect(await second.must(tenant.admin, api.listNoticeTargets)).toMatchObject({
      notices: [{ next_notice_at: null, last_error: null }],
    });
  } finally {
    await second.stop();
  }
});
