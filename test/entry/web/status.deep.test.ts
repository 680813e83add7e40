import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { testAuthority } from '../../support/certificates.ts';
import { answer, HttpsReceiver } from '../../support/https-receiver.ts';
import { needsPrograms } from '../../support/needs.ts';
import { barriers, keepPicture, pageVisits, SCREENS } from '../../support/page-browser.ts';
import { openSession, PASSWORD } from '../../support/people.ts';
import { reviewScenes, type Scene } from '../../support/review-scene.ts';
import { codeOf, sharedService } from '../../support/service.ts';

/** People see on the page what the service does for them, in a real browser. */

const chromium = findChromium();
const authority = await testAuthority();
const HOSTILE = '<img src=x onerror=alert(1)>\u202e';

describe('the status on the page', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService({
    config: { allowPrivateWebhooks: true },
    overrides: { extraAuthorities: [authority.certificate] },
  });
  const newScene = reviewScenes(service);
  const visit = pageVisits(service, chromium ?? '');
  let receiver: HttpsReceiver;
  beforeAll(async () => {
    receiver = await HttpsReceiver.start();
  });
  afterAll(() => receiver.stop());

  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

  async function receive({ mailbox }: Scene, subject: string): Promise<void> {
    await service.deliver({ from: 'ann@example.com', to: mailbox.address, subject });
    await service.drain();
  }

  async function createWebhook({ admin }: Scene, path: string): Promise<string> {
    const { webhook } = await service.must(admin, api.createWebhook, {
      url: receiver.url(path),
      enabled_events: ['message.received'],
    });
    return webhook.id;
  }

  it('plots mail in, out and held, with the numbers behind it, and follows it', async () => {
    const scene = await newScene();
    await receive(scene, 'First');
    await receive(scene, 'Second');
    await scene.hold('Held');
    const { page, complaints } = await visit(scene.accountId, { path: '/status' });
    await page.getByRole('img', { name: 'Received in the last 24 hours: 2, at most 2 an hour' }).waitFor();
    await page.getByRole('img', { name: 'Held in the last 24 hours: 1, at most 1 an hour' }).waitFor();
    await page.getByRole('img', { name: 'Sent in the last 24 hours: 0' }).waitFor();
    await receive(scene, 'Third');
    await page.getByRole('img', { name: 'Received in the last 24 hours: 3' }).waitFor();
    await page.getByLabel('Period').selectOption('last 30 days');
    await page.getByRole('img', { name: 'Received in the last 30 days: 3, at most 3 a day' }).waitFor();
    await page.getByText('Show the numbers').click();
    const rows = section(page, 'Mail').getByRole('row');
    expect(await rows.count()).toBe(31);
    expect(await rows.last().getByRole('cell').allTextContents()).toEqual(['3', '0', '1']);
    await keepPicture(page, 'status-wide');
    expect(complaints).toEqual([]);
  });

  it('shows events as they happen until they are paused, and leads to their messages', async () => {
    const scene = await newScene();
    await receive(scene, 'Before');
    const { page, complaints } = await visit(scene.accountId, { path: '/status' });
    const events = section(page, 'Events');
    await events.getByText('live', { exact: true }).waitFor();
    await events.getByRole('link', { name: 'Before' }).waitFor();
    await receive(scene, HOSTILE);
    await events.getByRole('link', { name: `<img src=x onerror=alert(1)>\\u{202e}` }).waitFor();
    expect(await events.getByRole('listitem').count()).toBe(2);
    await button(page, 'Pause').click();
    await receive(scene, 'While paused');
    await page.getByRole('img', { name: 'Received in the last 24 hours: 3' }).waitFor();
    expect(await events.getByRole('listitem').count()).toBe(2);
    await events.getByRole('link', { name: 'Before' }).click();
    await page.getByRole('heading', { name: 'Before' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('follows the deliveries of a webhook, and delivers one again', async () => {
    const scene = await newScene();
    const id = await createWebhook(scene, '/followed');
    receiver.behave = answer(500, HOSTILE);
    const { page, complaints } = await visit(scene.accountId, { path: '/status' });
    await page.getByRole('link', { name: receiver.url('/followed') }).click();
    await page.getByText('No deliveries in the last 30 days.').waitFor();
    await button(page, 'Send a test event').click();
    await page.getByText('1 attempt, HTTP 500').waitFor();
    await page.getByText('Show the answer').click();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await page.locator('.preview .hidden-character').allTextContents()).toEqual(['\\u{202e}']);
    receiver.behave = answer(200, 'ok');
    service.clock.moveTo(service.clock.now() + HOUR);
    await page.getByText('2 attempts, HTTP 200').waitFor();
    const before = receiver.requests.length;
    await button(page, 'Redeliver').click();
    await receiver.received(before + 1);
    await button(page, 'Turn off').click();
    await button(page, 'Turn on').waitFor();
    const { enabled } = await service.must(scene.admin, api.getWebhook, { id });
    expect(enabled).toBe(false);
    await button(page, 'Redeliver').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('adds a notification, and takes proof to loosen it', async () => {
    const scene = await newScene();
    await openSession(service, scene.accountId);
    const { page, complaints } = await visit(scene.accountId, { path: '/status' });
    const told = section(page, 'Notifications');
    await told.getByText('No notifications yet.').waitFor();
    await button(page, 'Add a notification').click();
    const dialog = page.getByRole('dialog', { name: 'Add a notification' });
    await dialog.getByLabel('Channel').selectOption('Slack');
    await dialog.getByLabel('URL (not shown again)').fill(receiver.url('/quietsecret'));
    await dialog.getByLabel('Mailbox').selectOption(scene.mailbox.name);
    await dialog.getByLabel('Mail in quarantine').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await told
      .getByText(`on, ${scene.mailbox.name}, only mail to approve, at once, nothing sent yet`)
      .waitFor();
    expect(await page.content()).not.toContain('quietsecret');
    receiver.behave = answer(200, 'ok');
    await told.getByRole('button', { name: /Send a test/ }).click();
    await told.getByText('The sample notice was sent.').waitFor();
    const before = receiver.requests.length;
    await scene.hold('Held');
    await receiver.received(before + 1);
    await told.getByRole('button', { name: /^Change/ }).click();
    await page.getByLabel('Minutes between notices (0: send at once)').fill('30');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    // Later notices loosen safety.
    await page.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Confirm').click();
    await told.getByText(/every 30 minutes/).waitFor();
    await told.getByRole('button', { name: /Remove/ }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Confirm').click();
    await told.getByText('No notifications yet.').waitFor();
    const { notices } = await service.must(scene.admin, api.listNoticeTargets);
    expect([notices, complaints]).toEqual([[], []]);
  });

  it('shows when keys were used, and revokes one', async () => {
    const scene = await newScene();
    const { page, complaints } = await visit(scene.accountId, { path: '/status' });
    const keys = section(page, 'Keys');
    await keys.getByText(`agent, ${scene.mailbox.name}, never used`).waitFor();
    await service.must(scene.agent, api.getCaller);
    await page.reload();
    await keys.getByText(/agent, helper\d+, last used/).waitFor();
    const agent = keys.getByRole('listitem').filter({ hasText: 'agent,' });
    await agent.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await agent.waitFor({ state: 'detached' });
    expect(codeOf(await service.call(scene.agent, api.getCaller))).toEqual([401, 'API_KEY_REVOKED']);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['wide', true],
    ['phone', false],
  ] as const)('has no barrier that axe-core knows (%s, dark: %s)', async (screen, dark) => {
    const scene = await newScene();
    const id = await createWebhook(scene, `/${screen}`);
    await service.must(scene.admin, api.createNoticeTarget, {
      format: 'email',
      address: 'a.person.with.a.long.name@a-long-domain.example',
    });
    receiver.behave = answer(404, 'nothing here');
    await service.must(scene.admin, api.testWebhook, { id });
    await receive(scene, 'An event with a subject that is longer than the screen of a phone is wide');
    const { page, complaints } = await visit(scene.accountId, { path: '/status', screen, dark });
    await section(page, 'Events').getByText('Received', { exact: true }).waitFor();
    await page.getByText('admin, all mailboxes').waitFor();
    await page.getByText('on, all mailboxes, at once').waitFor();
    await page.getByText('Show the numbers').click();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SCREENS[screen].width);
    await keepPicture(page, `status-${screen}`);
    await button(page, /Revoke/)
      .first()
      .click();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: receiver.url(`/${screen}`) }).click();
    await page.getByText('HTTP 404').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SCREENS[screen].width);
    await keepPicture(page, `webhook-${screen}`);
    expect(complaints).toEqual([]);
  });
});
