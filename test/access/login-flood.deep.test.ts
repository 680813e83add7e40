import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD_COST, setPasswordCost } from '../../daemon/access/password.ts';
import * as api from '../support/api.ts';
import { createTenant, type Service, startService, TEST_PASSWORD_COST } from '../support/service.ts';

const logIn = (service: Service, credentials: { email: string; password: string }) =>
  service.call(null, api.login, credentials);

beforeAll(() => setPasswordCost(PASSWORD_COST));
afterAll(() => setPasswordCost(TEST_PASSWORD_COST));

describe('a flood of log-ins', () => {
  it('is refused with 503 beyond what can wait', async () => {
    const service = await startService();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        logIn(service, { email: `nobody-${n}@example.com`, password: 'wrong password here' }),
      ),
    );
    const refused = replies.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(replies.filter(({ status }) => status === 401).length).toBe(200 - refused.length);
    expect(refused[0]?.body.code).toBe('SERVICE_UNAVAILABLE');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not hold up mail whose bytes go to a file', async () => {
    const service = await startService();
    const { mailbox } = await createTenant(service);
    let answered = 0;
    const logins = Array.from({ length: 60 }, async (_, n) => {
      await logIn(service, { email: `nobody-${n}@example.com`, password: 'wrong password here' });
      answered += 1;
    });
    const raw = `From: a@example.net\r\nSubject: Large\r\n\r\n${'A large message. '.repeat(7000)}\r\n`;
    await service.deliver({ from: 'a@example.net', to: mailbox.address, raw });
    expect(answered).toBeLessThan(60);
    await Promise.all(logins);
  });
});
