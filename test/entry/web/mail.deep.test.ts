import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { INCOMING, mailOf } from '../../support/held-mail.ts';
import { needsPrograms } from '../../support/needs.ts';
import { barriers, chooseFolder, keepPicture, pageVisits, SCREENS } from '../../support/page-browser.ts';
import { reviewScenes, type Scene } from '../../support/review-scene.ts';
import { setMailbox, sharedService } from '../../support/service.ts';

/** People read the mail of their mailboxes on the page, in a real browser. */

const chromium = findChromium();

/** A red pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

describe('the mail on the page', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  const newScene = reviewScenes(service);
  const visit = pageVisits(service, chromium ?? '');

  const entry = (page: Page, name: string) => page.locator('.entry').getByRole('link', { name });
  const link = (page: Page, name: string) => page.getByRole('link', { name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function receive(
    { mailbox }: Scene,
    mail: Partial<Parameters<typeof service.deliver>[0]>,
  ): Promise<void> {
    await service.deliver({ from: 'ann@example.com', to: mailbox.address, ...mail });
    await service.drain();
  }

  it('shows a message with its code and links, which lead nowhere', async () => {
    const scene = await newScene();
    await receive(scene, {
      subject: 'Your code',
      text: 'Your verification code is 482913. Or open https://shop.example/verify?t=1 within ten minutes.',
    });
    const { page, complaints } = await visit(scene.accountId, { path: '/mail' });
    await entry(page, 'Your code').click();
    const article = page.getByRole('article');
    await article.locator('code', { hasText: '482913' }).waitFor();
    await article.getByText('Details', { exact: true }).click();
    await article.locator('details').getByText('https://shop.example/verify?t=1').waitFor();
    expect(await article.locator('a[href*="shop.example"]').count()).toBe(0);
    const agent = await service.must(scene.agent, api.listMessages, { id: scene.mailbox.id, unread: true });
    expect(agent.messages).toHaveLength(1);
    await keepPicture(page, 'mail-wide');
    expect(complaints).toEqual([]);
  });

  it('shows mail that arrives, finds what was searched for, and moves by keys', async () => {
    const scene = await newScene();
    for (const subject of ['Invoice one', 'Invoice two', 'Lunch']) await receive(scene, { subject });
    const { page } = await visit(scene.accountId, { path: '/mail' });
    await entry(page, 'Invoice one').click();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'Invoice two' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('invoice');
    await entry(page, 'Lunch').waitFor({ state: 'detached' });
    await entry(page, 'Invoice one').waitFor();
    await page.keyboard.press('Escape');
    await entry(page, 'Lunch').waitFor();
    await receive(scene, { subject: 'Just now' });
    await entry(page, 'Just now').waitFor();
  });

  it('shows threads, sent mail and its decision', async () => {
    const scene = await newScene();
    const id = await scene.hold('Offer', { body: 'Will you come?' });
    const { page, complaints } = await visit(scene.accountId, { path: '/mail' });
    await chooseFolder(page, 'To approve');
    await entry(page, 'Offer').click();
    await link(page, 'Decide about it').waitFor();
    await service.must(scene.admin, api.denyMessage, { id, reason: 'Not today.' });
    await chooseFolder(page, 'Sent');
    await page.locator('.entry').getByText('blocked').waitFor();
    await entry(page, 'Offer').click();
    await page.getByText('denied by an admin key').waitFor();
    await page.getByText('Not today.').waitFor();
    await receive(scene, { subject: 'Question?', text: 'When do we meet?' });
    await chooseFolder(page, 'Threads');
    await entry(page, 'Question?').click();
    await page.getByText('When do we meet?').waitFor();
    await link(page, 'Show the whole message').click();
    await page.getByRole('article').getByText('Details', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('sends a draft that an agent wrote, and deletes another', async () => {
    const scene = await newScene();
    const draft = { mailbox_id: scene.mailbox.id, to: 'ann@example.com', body: 'Hello Ann.' };
    await service.must(scene.agent, api.createDraft, { ...draft, subject: 'First draft' });
    await service.must(scene.agent, api.createDraft, { ...draft, subject: 'Second draft' });
    const { page } = await visit(scene.accountId, { path: '/mail', screen: 'phone' });
    await chooseFolder(page, 'Drafts');
    await entry(page, 'First draft').tap();
    await page.getByText('Hello Ann.').waitFor();
    await keepPicture(page, 'draft-phone');
    await button(page, 'Send now').tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).tap();
    await entry(page, 'First draft').waitFor({ state: 'detached' });
    await entry(page, 'Second draft').tap();
    await button(page, 'Delete').tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
    await page.getByText('Nothing here.').waitFor();
    await chooseFolder(page, 'Sent');
    await entry(page, 'First draft').waitFor();
  });

  it('draws an attached picture and saves files where the mailbox allows downloads', async () => {
    const scene = await newScene();
    const raw = [
      'From: ann@example.com',
      `To: ${scene.mailbox.address}`,
      'Subject: Picture',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See the picture.',
      '--b',
      'Content-Type: image/png',
      'Content-Disposition: attachment; filename=red.png',
      'Content-Transfer-Encoding: base64',
      '',
      PIXEL,
      '--b--',
      '',
    ].join('\r\n');
    await receive(scene, { raw });
    const { page, complaints } = await visit(scene.accountId, { path: '/mail' });
    await entry(page, 'Picture').click();
    await page.getByText('red.png').waitFor();
    expect(await button(page, 'Download').count()).toBe(0);
    await setMailbox(service, scene, {
      attachment_exposure_mode: 'raw_download_selected_types',
      attachment_allowed_file_families: ['image'],
      image_risk_version: 'v1',
    });
    await page.reload();
    await button(page, 'Show the picture').click();
    await page.getByRole('img', { name: 'The attached picture' }).waitFor();
    const colour = "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 1, 1).data.join()";
    expect(await page.evaluate(colour)).toBe('255,0,0,255');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
    expect(download.suggestedFilename()).toBe('red.png');
    expect(complaints).toEqual([]);
  });

  it('makes test messages', async () => {
    const scene = await newScene();
    const { page } = await visit(scene.accountId, { path: '/mail' });
    await page.getByText('Nothing here.').waitFor();
    await button(page, 'Test message').click();
    await button(page, 'Receive').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.entry').waitFor();
    await button(page, 'Test message').click();
    await page.getByLabel(/sends one/).check();
    await page.getByLabel('To', { exact: true }).fill('ann@example.com');
    await button(page, 'Send').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await chooseFolder(page, 'Sent');
    await entry(page, 'Test message').waitFor();
  });

  it.each([
    ['wide', true],
    ['phone', false],
  ] as const)('has no barrier that axe-core knows (%s, dark: %s)', async (screen, dark) => {
    const scene = await newScene();
    for (const mail of INCOMING) await service.deliver(mailOf(mail, scene.mailbox.address, ''));
    await receive(scene, { subject: 'Plain', text: 'Your code is 123456. https://example.com/' });
    await service.must(scene.agent, api.createDraft, {
      mailbox_id: scene.mailbox.id,
      to: 'ann@example.com',
      subject: 'Draft',
      body: 'Hello.',
    });
    const { page, complaints } = await visit(scene.accountId, { path: '/mail', screen, dark });
    await entry(page, 'Plain').waitFor();
    expect(await barriers(page)).toEqual([]);
    for (const [folder, subject] of [
      ['Inbox', 'Plain'],
      ['Quarantine', 'Contract, second draft'],
      ['Threads', 'Plain'],
      ['Drafts', 'Draft'],
    ] as const) {
      await chooseFolder(page, folder);
      await entry(page, subject).first().click();
      await page.getByRole('heading', { name: subject }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await keepPicture(page, `mail-${folder.split(' ')[0]?.toLowerCase()}-${screen}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SCREENS[screen].width);
      if (screen === 'phone') await link(page, 'Back to the list').click();
    }
    await button(page, 'Test message').click();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
