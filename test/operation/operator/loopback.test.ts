import { expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { startService } from '../../support/service.ts';

it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])(
  'the owner’s surface is closed to whom a proxy on this machine speaks for, as %s shows',
  async (header) => {
    const service = await startService({ config: { trustedProxies: ['127.0.0.1'] } });
    const token = service.daemon.operatorToken;
    const direct = await service.call(token, api.getStatus);
    expect(direct.status).toBe(200);
    const proxied = await service.call(
      {
        key: token,
        headers: {
          [header]: '198.51.100.1',
        },
      },
      api.getStatus,
    );
    expect(proxied).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: { reason: 'loopback_only' } },
    });
  },
);
