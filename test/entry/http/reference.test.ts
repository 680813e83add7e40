import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import * as api from '../../support/api.ts';
import { sharedService } from '../../support/service.ts';

/** The reference as the daemon serves it. Needs a build. */
describe('the reference', () => {
  const service = sharedService();
  const get = (path: string) => fetch(service.daemon.runtime.http + path);

  it('has every call on a page that the first page leads to', async () => {
    const first = await (await get('/docs')).text();
    for (const { method, path } of ENDPOINTS) expect(first).toContain(`>${method} ${path}</a>`);
    const links = [...first.matchAll(/href="(\/docs\/[^"#]+)(?:#([^"]+))?"/g)];
    const pages = new Map<string, string>();
    for (const [, path = '', fragment] of links) {
      const page = pages.get(path) ?? (await (await get(path)).text());
      pages.set(path, page);
      if (fragment !== undefined) expect(page, path).toContain(`id="${fragment}"`);
    }
    expect(pages.size).toBeGreaterThan(20);
  });

  it('leads to nothing that is not there, and to no other host', async () => {
    const first = await (await get('/docs')).text();
    const names = [...new Set([...first.matchAll(/href="(\/docs\/[^"#]+)/g)].map(([, path = '']) => path))];
    const pages = new Map<string, string>();
    for (const name of names) pages.set(name, await (await get(name)).text());
    for (const [name, page] of pages) {
      expect(page, name).not.toMatch(/<script|style=|\bon\w+=|(?:src|href)="(?!\/)/);
      for (const [, path = '', fragment] of page.matchAll(/href="(\/docs\/[^"#]+)#([^"]+)"/g)) {
        expect(pages.get(path), `${name} leads to ${path}#${fragment}`).toContain(`id="${fragment}"`);
      }
    }
  });

  it('may load its style only, needs no credential, and exists whether or not the page for people does', async () => {
    for (const enabled of [true, false]) {
      await service.operator(api.updateSettings, { 'web.enabled': enabled });
      const { status, headers } = await get('/docs/messages');
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    }
    expect((await get('/docs/style.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
    for (const path of ['/docs/none', '/docs/..%2Fcli.js', '/docs/%2e%2e%2fcli.js', '/docs/']) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});
