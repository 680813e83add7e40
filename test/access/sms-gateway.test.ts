import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as api from '../support/api.ts';
import { newestCode } from '../support/people.ts';
import { startService } from '../support/service.ts';

interface Received {
  readonly authorization: string | undefined;
  readonly body: { to: string; text: string };
}

/** A gateway that refuses its first request. */
async function startGateway() {
  const received: Received[] = [];
  let refusals = 1;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (refusals-- > 0) {
      response.writeHead(503).end();
      return;
    }
    received.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send` };
}

describe('a gateway of text messages', () => {
  it('gets the code, again when it was not there, and nobody reads it on the way', async () => {
    const service = await startService();
    const gateway = await startGateway();
    await service.operator(api.updateSettings, {
      'sms.transport': 'http',
      'sms.http': { url: gateway.url, authorization: 'Bearer planted-gateway-token' },
    });
    const signup = await service.call(null, api.signUp, {
      email: 'new@example.com',
      phone_number: '+4915112345678',
      accept_terms: true,
    });
    const key = signup.body.api_key;
    const verified = await service.call(key, api.verifyEmail, { code: await newestCode(service, 'email') });
    expect(verified.body).toMatchObject({ sms_delivery_status: 'pending' });
    await service.drain();
    const waiting = await service.daemon.context.store.read.selectFrom('jobs').selectAll().execute();
    await service.operator(api.advanceClock, { seconds: 61 });
    expect(gateway.received).toMatchObject([
      { authorization: 'Bearer planted-gateway-token', body: { to: '+4915112345678' } },
    ]);
    const code = /\d{6}/.exec(gateway.received[0]?.body.text ?? '')?.[0] ?? '';
    expect(JSON.stringify(waiting)).not.toContain(code);
    expect(JSON.stringify(waiting)).not.toContain('15112345678');
    expect((await service.call(key, api.verifyPhone, { code })).status).toBe(200);
  });
});

describe('requests per minute', () => {
  it('are limited for each credential when the owner says so', async () => {
    const service = await startService();
    const made = await service.operator(api.operatorCreateAccount, { email: 'a@example.com' });
    const other = await service.operator(api.operatorCreateAccount, { email: 'b@example.com' });
    await service.operator(api.updateSettings, { 'http.requests_per_minute': 3 });
    service.clock.moveTo((Math.floor(service.clock.now() / 60_000) + 1) * 60_000);
    const me = (key: string) => service.call(key, api.getCaller);
    for (let count = 0; count < 3; count++) expect((await me(made.body.api_key)).status).toBe(200);
    const refused = await me(made.body.api_key);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.details?.retry_after));
    expect((await me(other.body.api_key)).status).toBe(200);
    service.clock.moveTo(service.clock.now() + 60_000);
    expect((await me(made.body.api_key)).status).toBe(200);
  });
});
