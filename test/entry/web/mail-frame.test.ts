import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openPage, type Person } from '../../support/people.ts';
import { reviewScenes } from '../../support/review-scene.ts';
import { sharedService } from '../../support/service.ts';

/** The document with the HTML of a message: where it may be shown, and what it may do there. */

describe('the HTML of a message', () => {
  const service = sharedService();
  const newScene = reviewScenes(service);
  let person: Person;
  let address: string;
  beforeAll(async () => {
    const { accountId, hold } = await newScene();
    const id = await hold('Styled', { html: '<p style="color: red">All is well.</p>' });
    person = await openPage(service, accountId);
    address = (await service.request<{ url: string }>(person, `POST /app/mail/${id}/frame`)).body.url;
  });

  const read = (headers: Record<string, string> = {}) =>
    fetch(`${service.daemon.runtime.http}${address}`, { headers: { cookie: person.cookie, ...headers } });

  it('has an origin of its own, runs nothing and loads nothing, wherever it is opened', async () => {
    const { status, headers } = await read();
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    // Without a permission after it: no scripts, forms, popups, or navigation, and no origin of the page.
    expect(policy).toContain('sandbox');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy.filter((each) => each.includes('-src'))).toEqual([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
    ]);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(['document', 'empty', 'embed', 'object', 'frame', 'script', 'image', ''])(
    'is no page where a browser asks for it as %j',
    async (destination) => {
      const reply = await read({ 'sec-fetch-dest': destination });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
    },
  );

  it('is shown in a frame, also by browsers that name no destination', async () => {
    expect((await read({ 'sec-fetch-dest': 'iframe' })).status).toBe(200);
    expect((await read()).status).toBe(200);
  });

  it('is audited as a read of the person', async () => {
    const reads = async () => {
      await service.drain();
      const { body } = await service.operator(api.listAudit, { account: person.accountId });
      return body.entries.filter(({ kind }) => kind === 'message.content.read').length;
    };
    const before = await reads();
    expect((await read()).status).toBe(200);
    await expect.poll(reads).toBe(before + 1);
  });
});
