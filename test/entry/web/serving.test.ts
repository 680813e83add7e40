import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '../../../shared/session-cookie.ts';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { cookieOf, createPerson, FROM_PAGE } from '../../support/people.ts';
import {
  codeOf,
  createAgent,
  createMailbox,
  type Service,
  sharedService,
  startService,
} from '../../support/service.ts';

/** The page as the daemon serves it: files, headers, and the link that signs in. Needs a build. */

const FILES = join(import.meta.dirname, '../../../dist/web');
const HTML = { accept: 'text/html,application/xhtml+xml' };

function get(service: Service, path: string, headers: Record<string, string> = {}) {
  return fetch(`${service.daemon.runtime.http}${path}`, { headers, redirect: 'manual' });
}

interface Link {
  readonly url: string;
  readonly expires_at: string;
}

async function linkFor(service: Service, account: string): Promise<{ url: URL; token: string }> {
  const reply = await service.operator(api.operatorCreatePageLink, { id: account });
  expect(reply.status).toBe(201);
  const url = new URL(reply.body.url);
  return { url, token: url.hash.slice(1) };
}

/** Exchanges a link's token, as the page does. */
function openBy(service: Service, token: string) {
  return service.request(null, 'POST /app/session', { body: { token }, headers: FROM_PAGE });
}

describe('the page for people', () => {
  const service = sharedService();

  it('is where browsers land, and programs see no change', async () => {
    const browser = await get(service, '/', HTML);
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/app/']);
    const program = await get(service, '/', { accept: 'application/json' });
    expect([program.status, ((await program.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
    expect((await get(service, '/', { accept: '*/*' })).status).toBe(404);
  });

  it('may run its own files only, and is never framed', async () => {
    for (const path of ['/app/', '/app/review/some/view']) {
      const { status, headers } = await get(service, path, HTML);
      expect(status).toBe(200);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('has no inline script or style, and names only its own files, which never change', async () => {
    const document = await (await get(service, '/app/')).text();
    expect(document).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\bon\w+=|https?:/);
    const files = [...document.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).toHaveLength(3);
    for (const path of files) {
      expect(path).toMatch(/^\/app\/files\/[a-z]+-[\w-]{8}\.(?:js|css|svg)$/);
      const { status, headers } = await get(service, path, { 'accept-encoding': 'gzip' });
      expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip']);
      expect(headers.get('cache-control')).toContain('immutable');
    }
    expect((await get(service, '/app/files/../../package.json')).status).toBe(404);
    expect((await get(service, '/app/files/..%2F..%2Fpackage.json')).status).toBe(404);
  });

  /** Bytes of files as they are sent. */
  const compressed = (files: Iterable<string>) =>
    [...files].reduce((sum, name) => sum + gzipSync(readFileSync(join(FILES, name)), { level: 9 }).length, 0);

  it('has at most 170 KB of scripts and styles, compressed', () => {
    const files = readdirSync(FILES).filter((name) => /\.(?:js|css)$/.test(name));
    expect(compressed(files)).toBeLessThan(170_000);
  });

  it('has at most 60 KB of them for the first view', () => {
    const document = readFileSync(join(FILES, 'index.html'), 'utf8');
    const first = new Set<string>();
    const add = (name: string) => {
      if (first.has(name)) return;
      first.add(name);
      const source = readFileSync(join(FILES, name), 'utf8');
      // Imports at the beginning of a script; those of later views are calls.
      for (const [, part] of source.matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+\.js)["`]/g))
        if (part) add(part);
    };
    for (const [, name] of document.matchAll(/files\/([\w.-]+\.(?:js|css))/g)) if (name) add(name);
    expect(first.size).toBeGreaterThan(1);
    expect(compressed(first)).toBeLessThan(60_000);
  });

  it('gives no key a page, a session or a link', async () => {
    const { admin, email } = await createPerson(service, { email: 'keys@example.com' });
    const mailbox = await createMailbox(service, admin, 'keys');
    const agent = await createAgent(service, admin, mailbox.id);
    const { token } = await linkFor(service, email);
    for (const key of [agent, admin]) {
      const authorization = `Bearer ${key}`;
      for (const path of ['/', '/app/', '/app/mail/00000000-0000-4000-8000-000000000000/html']) {
        const { status } = await get(service, path, { ...HTML, authorization });
        expect(status, path).toBe(403);
      }
      expect(codeOf(await service.request(key, 'POST /app/session', { body: { token } }))).toEqual([
        403,
        'SESSION_AUTH_REQUIRED',
      ]);
      expect(codeOf(await service.call(key, api.operatorCreatePageLink, { id: email }))).toEqual([
        401,
        'UNAUTHORIZED',
      ]);
    }
    // The refused calls didn't use the link up.
    expect((await openBy(service, token)).status).toBe(200);
  });

  describe('the link', () => {
    it('signs in once', async () => {
      const { email } = await createPerson(service, { email: 'once@example.com' });
      const { url, token } = await linkFor(service, email);
      expect(`${url.origin}${url.pathname}`).toBe(`${service.daemon.runtime.http}/app/sign-in`);
      const opened = await openBy(service, token);
      const cookie = cookieOf(opened);
      expect(cookie).toMatch(new RegExp(`^${SESSION_COOKIE}=`));
      expect(opened.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
      const { body } = await service.call({ headers: { cookie, ...FROM_PAGE } }, api.getCaller);
      expect([body.email, body.auth_method]).toEqual([email, 'session']);
      expect(codeOf(await openBy(service, token))).toEqual([401, 'UNAUTHORIZED']);
    });

    it('ends after a minute', async () => {
      const { email } = await createPerson(service, { email: 'late@example.com' });
      const { token } = await linkFor(service, email);
      service.clock.moveTo(service.clock.now() + 60_000);
      expect(codeOf(await openBy(service, token))).toEqual([401, 'UNAUTHORIZED']);
    });

    it('works for one of several at the same moment', async () => {
      const { email } = await createPerson(service, { email: 'race@example.com' });
      const { token } = await linkFor(service, email);
      const all = await Promise.all(Array.from({ length: 8 }, () => openBy(service, token)));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('is refused from other sites, through proxies, and as anything but a token', async () => {
      const { email } = await createPerson(service, { email: 'elsewhere@example.com' });
      const { token } = await linkFor(service, email);
      const open = (body: unknown, headers: Record<string, string> = {}) =>
        service.request(null, 'POST /app/session', { body, headers: { ...FROM_PAGE, ...headers } });
      expect((await open({ token }, { origin: 'https://evil.example' })).body.details).toEqual({
        reason: 'cross_site',
      });
      for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
        const { body } = await open({ token }, { [header]: '192.0.2.1' });
        expect(body.details).toEqual({ reason: 'loopback_only' });
      }
      expect((await open({ token: [token] })).status).toBe(400);
      expect((await open({})).status).toBe(400);
      expect((await open({ token: 'x' })).status).toBe(401);
      expect((await open('token=x', { 'content-type': 'text/plain' })).status).toBe(415);
      expect((await open({ token })).status).toBe(200);
    });

    it('is for accounts that exist, and gone with the account', async () => {
      expect(
        codeOf(await service.operator(api.operatorCreatePageLink, { id: 'nobody@example.com' })),
      ).toEqual([404, 'NOT_FOUND']);
      const { email, accountId } = await createPerson(service, { email: 'gone@example.com' });
      const { token } = await linkFor(service, email);
      await service.operator(api.operatorEraseAccount, { id: accountId });
      expect(codeOf(await openBy(service, token))).toEqual([401, 'UNAUTHORIZED']);
    });
  });
});

describe('agentmail open', () => {
  it('prints the link, or shows it through a private file', async () => {
    const service = await startService();
    const { email } = await createPerson(service);
    const shown: [string, string][] = [];
    const viewer = async () => ({
      show: async (ending: string, content: Uint8Array) => {
        shown.push([ending, Buffer.from(content).toString()]);
        return true;
      },
      close: async () => undefined,
    });
    const printed = (
      await agentmail(['open', '--print', '--account', email], { home: service.home, viewer })
    ).json<Link>();
    expect(shown).toEqual([]);
    const token = new URL(printed.url).hash.slice(1);
    expect((await openBy(service, token)).status).toBe(200);
    const opened = (await agentmail(['open', '--account', email], { home: service.home, viewer })).json();
    expect(opened).toMatchObject({ account: email, opened: true });
    expect(opened).not.toHaveProperty('url');
    const [[ending, page] = []] = shown;
    expect(ending).toBe('html');
    expect(page).toMatch(
      /http-equiv="refresh" content="0;url=http:\/\/127\.0\.0\.1:\d+\/app\/sign-in#[\w-]{43}"/,
    );
    const unclear = await agentmail(['open'], { home: service.home });
    expect([unclear.exit, unclear.error().hint]).toEqual([2, 'agentmail open --account ACCOUNT']);
  });
});

describe('where the page is served', () => {
  it('is off where other machines may reach it, until the owner turns it on', async () => {
    const service = await startService({ config: { http: { host: '0.0.0.0', port: 0 } } });
    const { email } = await createPerson(service);
    expect((await get(service, '/app/', HTML)).status).toBe(404);
    expect((await get(service, '/', HTML)).status).toBe(404);
    const refused = await service.operator(api.operatorCreatePageLink, { id: email });
    expect([...codeOf(refused), refused.body.details?.reason]).toEqual([409, 'CONFLICT', 'page_off']);
    await service.operator(api.updateSettings, { 'web.enabled': true });
    expect((await get(service, '/app/', HTML)).status).toBe(200);
    expect((await service.operator(api.getStatus)).body.page).toBe(`${service.daemon.runtime.http}/app/`);
  });

  it('is off by default where a proxy passes on the names of other machines', async () => {
    const service = await startService({ config: { allowedHosts: ['mail.example.com'] } });
    expect((await get(service, '/app/', HTML)).status).toBe(404);
  });

  it('can have a listener of its own, with the API', async () => {
    const service = await startService({ config: { web: { host: '127.0.0.1', port: 0 } } });
    const { web, http } = service.daemon.runtime;
    expect(web).not.toBe(http);
    expect((await get(service, '/app/', HTML)).status).toBe(404);
    expect((await fetch(`${web}/app/`, { headers: HTML })).status).toBe(200);
    expect((await fetch(`${web}/v1/health`)).status).toBe(200);
    const { email } = await createPerson(service);
    expect((await linkFor(service, email)).url.origin).toBe(web);
  });

  it('can be turned off', async () => {
    const service = await startService();
    await service.operator(api.updateSettings, { 'web.enabled': false });
    expect((await get(service, '/app/', HTML)).status).toBe(404);
    expect((await get(service, '/', HTML)).status).toBe(404);
  });
});
