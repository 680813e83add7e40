import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { needsPrograms } from '../../support/needs.ts';
import { type Opened, PageBrowser } from '../../support/page-browser.ts';
import { createPerson, PASSWORD, signIn } from '../../support/people.ts';
import { reviewScenes } from '../../support/review-scene.ts';
import { sharedService, startService } from '../../support/service.ts';

/** A page on another port of the host gets the session cookie and can set it, in a real browser. */

const chromium = findChromium();

interface Neighbour {
  readonly origin: string;
  /** The Cookie headers that it got. */
  readonly cookies: string[];
}

/** A server on another port of 127.0.0.1. */
async function neighbour(
  answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined,
): Promise<Neighbour> {
  const cookies: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.cookie !== undefined) cookies.push(request.headers.cookie);
    answer(request, response);
    response.setHeader('content-type', 'text/html');
    response.end('<h1>Another program</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cookies };
}

describe('the page beside another program', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  const newScene = reviewScenes(service);
  let browser: PageBrowser;
  beforeAll(async () => {
    browser = await PageBrowser.launch(chromium ?? '');
  });
  afterAll(() => browser.close());

  async function open(account: string): Promise<Opened> {
    const { body } = await service.operator(api.operatorCreatePageLink, { id: account });
    const opened = await browser.open(body.url);
    onTestFinished(() => opened.page.context().close());
    await opened.page.getByRole('link', { name: 'Review' }).waitFor();
    return opened;
  }

  const tabOf = async ({ page }: Opened, path = '/app/') => {
    const tab = await page.context().newPage();
    await tab.goto(`${service.daemon.runtime.http}${path}`);
    return tab;
  };

  it('keeps its mail from a program that takes the cookie', async () => {
    const { accountId, hold, stateOf } = await newScene();
    const id = await hold('Numbers');
    const opened = await open(accountId);
    const other = await neighbour();
    const visit = await opened.page.context().newPage();
    await visit.goto(other.origin);
    const [cookie = ''] = other.cookies;
    expect(cookie).toMatch(/^agentmail_session=/);
    const thief = { headers: { cookie, 'x-requested-with': 'agentmail' } };
    expect((await service.call(thief, api.approveMessage, { id })).status).toBe(401);
    expect((await service.call(thief, api.getMessage, { id })).status).toBe(401);
    expect(await visit.evaluate('localStorage.length')).toBe(0);
    expect(await stateOf(id)).toBe('pending_review');
    // The person goes on undisturbed.
    await opened.page.reload();
    await opened.page.getByText('Numbers').first().waitFor();
  });

  it('shows no other account when its cookie is replaced, and says why', async () => {
    const { email } = await createPerson(service, { email: 'replaced@example.com' });
    const evil = await createPerson(service, { email: 'evil@example.com' });
    const { cookie } = await signIn(service, evil.email);
    const opened = await open(email);
    const other = await neighbour((_, response) =>
      response.setHeader('set-cookie', `${cookie}; Path=/; HttpOnly; SameSite=Strict`),
    );
    await (await opened.page.context().newPage()).goto(other.origin);
    const { page } = opened;
    await page.getByRole('link', { name: 'Account' }).click();
    await page.reload();
    await page.getByText(/The session cookie doesn't belong to this page/).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(email).first().waitFor();
    expect(opened.complaints.filter((each) => !each.includes(other.origin))).toEqual([]);
  });

  it('shows no other account when its cookie is shadowed, and gets rid of the shadow', async () => {
    const { email } = await createPerson(service, { email: 'shadowed@example.com' });
    const evil = await createPerson(service, { email: 'shadow@example.com' });
    const { cookie } = await signIn(service, evil.email);
    const { page } = await open(email);
    const other = await neighbour((_, response) =>
      response.setHeader('set-cookie', [`${cookie}; Path=/v1`, `${cookie}; Path=/v1/accounts/policy`]),
    );
    // An open page may ask for something in between, and be told first.
    await page.goto('about:blank');
    await (await page.context().newPage()).goto(other.origin);
    await page.goto(`${service.daemon.runtime.http}/app/account`);
    await page.getByText(/Another program on this host has set a session cookie too/).waitFor();
    await page.reload();
    await page.getByText(email).first().waitFor();
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByText(/Another program on this host has set a session cookie too/).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Rules' }).or(page.getByText('No mailboxes')).first().waitFor();
    expect(await page.getByText(evil.email).count()).toBe(0);
    expect(await page.context().cookies()).toHaveLength(1);
  });

  it('shares its secret among tabs and reloads, and forgets it on sign-out', async () => {
    const { accountId, hold } = await newScene();
    await hold('In two tabs');
    const opened = await open(accountId);
    const stored = () => opened.page.evaluate("localStorage.getItem('agentmail.page')");
    const secret = await stored();
    expect(secret).toMatch(/^[\w-]{43}$/);
    const tab = await tabOf(opened);
    await tab.getByText('In two tabs').first().waitFor();
    await opened.page.reload();
    await opened.page.getByText('In two tabs').first().waitFor();
    // Another link in a third tab replaces the cookie; the others go on with the new session.
    const { body } = await service.operator(api.operatorCreatePageLink, { id: accountId });
    const third = await opened.page.context().newPage();
    await third.goto(body.url);
    await third.getByText('In two tabs').first().waitFor();
    await hold('Seen by all');
    for (const each of [opened.page, tab, third]) {
      await each.bringToFront();
      await each.reload();
      await each.getByText('Seen by all').first().waitFor();
    }
    expect(await stored()).toBe(secret);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByRole('heading', { name: 'Sign in to agentmail' }).waitFor();
    expect(await opened.page.context().cookies()).toEqual([]);
    await opened.page.bringToFront();
    await opened.page.reload();
    await opened.page.getByRole('heading', { name: 'Sign in to agentmail' }).waitFor();
    expect(await stored()).not.toBe(secret);
  });

  it('asks to sign in again when the storage of its origin was cleared', async () => {
    const { email } = await createPerson(service, { email: 'cleared@example.com' });
    const { page } = await open(email);
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByText(/The session cookie doesn't belong to this page/).waitFor();
  });

  it('leaves a view whose session ends while nothing happens', async () => {
    const { accountId, admin } = await newScene();
    const { page } = await open(accountId);
    await page.getByText('live', { exact: true }).waitFor();
    await service.daemon.context.store.write('none', ({ db }) =>
      db.deleteFrom('sessions').where('account_id', '=', accountId).execute(),
    );
    // The stream looks at its session again with the next event.
    await service.must(admin, api.createMailbox, { name: 'wakes-the-stream' });
    service.daemon.context.signals.publish({ kind: 'account', id: accountId });
    await page.getByRole('heading', { name: 'Sign in to agentmail' }).waitFor();
  });

  it('has a host name whose cookies other ports of 127.0.0.1 never see', async () => {
    const named = await startService({ config: { dashboardBase: 'http://agentmail.localhost:4310/app' } });
    const { email } = await createPerson(named);
    const { body } = await named.operator(api.operatorCreatePageLink, { id: email });
    const { page, complaints } = await browser.open(body.url);
    onTestFinished(() => page.context().close());
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText(email).first().waitFor();
    expect(new URL(page.url()).hostname).toBe('agentmail.localhost');
    expect(complaints).toEqual([]);
    const other = await neighbour();
    await (await page.context().newPage()).goto(other.origin);
    expect(other.cookies).toEqual([]);
    await page.goto(`${named.daemon.runtime.http}/app/account`);
    await page.getByText(email).first().waitFor();
    expect(new URL(page.url()).hostname).toBe('agentmail.localhost');
  });
});
