import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createPerson } from '../../support/people.ts';
import { startService } from '../../support/service.ts';

describe('a host name of the page', () => {
  it('is where a browser gets the page, and 127.0.0.1 leads to it', async () => {
    const service = await startService({ config: { dashboardBase: 'http://agentmail.localhost:4310/app' } });
    const { email } = await createPerson(service);
    const { http, web } = service.daemon.runtime;
    const { port } = new URL(http);
    expect(web).toBe(`http://agentmail.localhost:${port}`);
    expect((await service.operator(api.getStatus)).body.page).toBe(`${web}/app/`);
    const link = await service.must(service.daemon.operatorToken, api.operatorCreatePageLink, { id: email });
    expect(new URL(link.url).origin).toBe(web);
    // fetch sends the host of its address, whatever else is asked for.
    const ask = (path: string, host: string) =>
      new Promise<(string | number | null | undefined)[]>((resolve, reject) => {
        request(`${http}${path}`, { headers: { host, accept: 'text/html' } }, (answer) => {
          answer.resume();
          resolve([answer.statusCode, answer.headers.location ?? null]);
        })
          .on('error', reject)
          .end();
      });
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      `other.localhost:${port}`,
    ]) {
      expect(await ask('/app/review/x?y=z', host)).toEqual([302, `${web}/app/review/x?y=z`]);
    }
    expect(await ask('/app/review', `agentmail.localhost:${port}`)).toEqual([200, null]);
    // Through a tunnel the port is another one.
    expect(await ask('/app/', 'localhost:8080')).toEqual([302, 'http://agentmail.localhost:8080/app/']);
    expect((await ask('/app/', 'localhost:99999'))[0]).toBe(200);
    expect((await ask('/app/', 'agentmail.example'))[0]).toBe(403);
    expect((await fetch(`${http}/v1/health`)).status).toBe(200);
  });

  it.each(['https://mail.example/app', 'http://agentmail.localhost:4310/other', 'http://127.0.0.1:4310/app'])(
    'is not that of %s',
    async (dashboardBase) => {
      const service = await startService({ config: { dashboardBase } });
      expect(service.daemon.runtime.web).toBe(service.daemon.runtime.http);
      expect((await fetch(`${service.daemon.runtime.http}/app/`, { redirect: 'manual' })).status).toBe(200);
    },
  );
});
