import { expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { startService } from '../../support/service.ts';

test.each(['0.0.0.0', '::'])(
  'a daemon that listens on all addresses (%s) is driven over loopback',
  async (host) => {
    const { home } = await startService({ config: { http: { host, port: 0 }, smtp: { host, port: 0 } } });
    const status = await agentmail(['status'], { home });
    expect(status.json()).toMatchObject({ running: true });
    const created = await agentmail(['operator', 'accounts', 'create', 'owner@example.com'], { home });
    expect([created.exit, created.stderr]).toEqual([0, '']);
    const { checks } = (await agentmail(['doctor'], { home })).json<{ checks: object[] }>();
    const receiving =
      /^the SMTP listener responds at (?:127\.0\.0\.1|\[::1\]):(\d+), bound to (?:0\.0\.0\.0|\[::\]):\1$/;
    expect(checks).toContainEqual(expect.objectContaining({ message: expect.stringMatching(receiving) }));
  },
);
