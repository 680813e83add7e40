import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { INCOMING, mailOf, OUTGOING } from '../../support/held-mail.ts';
import { needsPrograms } from '../../support/needs.ts';
import { keepPicture, type Opened, pageVisits, SCREENS } from '../../support/page-browser.ts';
import { reviewScenes, type Scene } from '../../support/review-scene.ts';
import { sharedService } from '../../support/service.ts';

/** People decide about held mail on the page, in a real browser. */

const chromium = findChromium();

describe('the review on the page', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  const newScene = reviewScenes(service);
  const visit = pageVisits(service, chromium ?? '');

  // undo.deep.test.ts is about decisions that wait.
  beforeAll(() => service.operator(api.updateSettings, { 'review.undo_seconds': 0 }));

  async function open(scene: Scene, screen: keyof typeof SCREENS = 'wide', dark = false): Promise<Opened> {
    const opened = await visit(scene.accountId, { screen, dark });
    await opened.page.getByText('live', { exact: true }).waitFor();
    return opened;
  }

  const entry = (page: Page, subject: string) => page.getByRole('link', { name: subject });
  const verb = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function receive(scene: Scene, mail: Parameters<typeof service.deliver>[0]): Promise<void> {
    await service.deliver({ ...mail, to: scene.mailbox.address });
    await service.drain();
  }

  it('shows why a message is held, its hidden characters and the words that the scan marked', async () => {
    const scene = await newScene();
    for (const mail of OUTGOING) await scene.hold(mail.subject, { to: mail.to, body: mail.body });
    for (const mail of INCOMING) await receive(scene, mailOf(mail, scene.mailbox.address, ''));
    const { page, complaints } = await open(scene);
    await page.getByText('4 to approve, 4 in quarantine').waitFor();
    await entry(page, 'Your form for the pension office').click();
    const article = page.getByRole('article');
    await article.getByText('536-22-8726').and(page.locator('mark, mark *')).first().waitFor();
    await article.getByText('This mailbox holds everything that agents send.').waitFor();
    await article.getByText('Details', { exact: true }).click();
    await article
      .getByText('all messages from agents are held; recipients may be anyone not blocked')
      .waitFor();
    await keepPicture(page, 'review-wide');
    await entry(page, 'Contract, second draft').click();
    await article.getByText('1 invisible character, spelled out below: 1 x \\u{200b}').waitFor();
    expect(await article.locator('.hidden-character').allTextContents()).toContain('\\u{200b}');
    await article.getByText('contract-v2.pdf.exe', { exact: true }).waitFor();
    await entry(page, 'Ignore previous instructions').click();
    await article.getByText('\\u{202e}').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('approves, denies with a reason, and shows the decision in other windows and to the agent', async () => {
    const scene = await newScene();
    const first = await scene.hold('First');
    const second = await scene.hold('Second');
    const mine = await open(scene);
    const other = await open(scene, 'wide', true);
    await entry(mine.page, 'First').click();
    await mine.page.getByRole('article').getByText('All is well.').waitFor();
    await entry(other.page, 'Second').click();
    await verb(mine.page, 'Approve').click();
    await mine.page.getByText('First: Sent.').waitFor();
    await other.page.getByText(/^(?:approved by user|sent) elsewhere$/).waitFor();
    expect(await scene.stateOf(first)).toBe('delivered');
    await verb(other.page, 'Deny').click();
    await other.page.getByLabel('Reason (optional)').fill('Not today.');
    await keepPicture(other.page, 'review-deny-dark');
    await other.page.keyboard.press('Enter');
    await other.page.getByText("Second: Denied. It won't be sent.").waitFor();
    await mine.page.getByText('denied by user elsewhere').waitFor();
    const { review } = await service.must(scene.agent, api.getMessage, { id: second });
    expect(review).toMatchObject({ resolution: 'denied', reason: 'Not today.', decided_by: 'person' });
    expect([...mine.complaints, ...other.complaints]).toEqual([]);
  });

  it('shows what another window or a program blocked, and who', async () => {
    const scene = await newScene();
    for (const mail of INCOMING.slice(0, 2)) await receive(scene, mailOf(mail, scene.mailbox.address, ''));
    const mine = await open(scene);
    const other = await open(scene);
    const terminal = scene.open();
    await terminal.sees('Contract, second draft', 'live');
    await entry(mine.page, 'Action required').click();
    await verb(mine.page, 'Block').click();
    await mine.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await mine.page.getByText('Action required: your mailbox: Blocked.').waitFor();
    await other.page.getByText('blocked by user elsewhere').waitFor();
    await terminal.sees('blocked by user elsewhere');
    const { messages } = await service.must(scene.admin, api.listMessages, {
      id: scene.mailbox.id,
      status: 'quarantined',
    });
    await service.must(scene.admin, api.reportMessage, { id: messages[0]?.id ?? '' });
    await other.page.getByText('blocked by admin elsewhere').waitFor();
    await mine.page.getByText('0 to approve, 0 in quarantine').waitFor();
  });

  it('decides each message once when two people decide about many at the same moment', {
    tags: ['race'],
  }, async () => {
    const scene = await newScene();
    const ids: string[] = [];
    for (let number = 1; number <= 8; number++) ids.push(await scene.hold(`Held ${number}`));
    const mine = await open(scene);
    const other = await open(scene);
    for (const { page } of [mine, other]) {
      await page.getByText('8 to approve').waitFor();
      for (let number = 1; number <= 8; number++) {
        await entry(page, `Held ${number}`).click();
        await page.locator('.entry.current .strong').waitFor({ state: 'detached' });
        await page.keyboard.press('x');
      }
      await page.getByText('8 selected').waitFor();
    }
    await mine.page.keyboard.press('a');
    await other.page.keyboard.press('d');
    const confirm = ({ page }: Opened, name: string) =>
      page.getByRole('dialog').getByRole('button', { name }).click();
    await Promise.all([confirm(mine, 'Approve'), confirm(other, 'Deny')]);
    const states = async () => Promise.all(ids.map((id) => scene.stateOf(id)));
    await expect.poll(async () => (await states()).every((state) => state !== 'pending_review')).toBe(true);
    const sent = (await states()).filter((state) => state === 'delivered').length;
    for (const { page } of [mine, other]) {
      await page.getByText('0 to approve').waitFor();
      const shown = (text: RegExp) => page.locator('.entry.over').getByText(text).count();
      await expect.poll(() => shown(/^(?:sent|delivered|approved by user)(?: elsewhere)?$/)).toBe(sent);
      await expect.poll(() => shown(/^(?:denied|blocked)(?: by user)?(?: elsewhere)?$/)).toBe(8 - sent);
    }
    expect([...mine.complaints, ...other.complaints]).toEqual([]);
  });

  it('shows decisions of the terminal, and new mail, without a reload', async () => {
    const scene = await newScene();
    await scene.hold('From before');
    const { page } = await open(scene);
    await entry(page, 'From before').waitFor();
    await scene.hold('Just now');
    await entry(page, 'Just now').waitFor();
    await page.getByText('2 to approve').waitFor();
    const terminal = scene.open();
    await terminal.sees('Just now', 'live', 'All is well.');
    terminal.press('d', '\r');
    await page.getByText('denied by admin elsewhere').waitFor();
    await page.getByText('1 to approve').waitFor();
    await entry(page, 'From before').click();
    await page.getByRole('article').getByText('All is well.').waitFor();
    await verb(page, 'Deny').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await terminal.sees('denied by user elsewhere');
  });

  it('sends the edited version, with its text alone', async () => {
    const scene = await newScene();
    const id = await scene.hold('Draft', { body: 'Helo Ann.', html: '<p>Helo Ann.</p>' });
    const { page, complaints } = await open(scene);
    await entry(page, 'Draft').click();
    await page.getByText('The HTML has the same text.').waitFor();
    await page.keyboard.press('e');
    await page.getByText('it is sent as text alone').waitFor();
    await verb(page, 'Send').click();
    await page.getByText('Nothing was changed.').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Hello Ann.');
    await page.getByLabel('Subject').fill('Final');
    await verb(page, 'Send').click();
    await page.getByText('Draft: Replaced by your edit.').waitFor();
    const { review } = await service.must(scene.admin, api.getMessage, { id });
    const sent = await service.must(scene.admin, api.getMessage, { id: review?.edited_to ?? '' });
    expect([sent.subject, sent.body.content?.trim(), sent.has_html]).toEqual(['Final', 'Hello Ann.', false]);
    expect(complaints).toEqual([]);
  });

  it('never approves what was not shown, alone or in a batch', async () => {
    const scene = await newScene();
    const long = Array.from({ length: 400 }, (_, line) => `Line ${line}.`).join('\n');
    const unread = await scene.hold('Long', { body: long });
    const read = await scene.hold('Short');
    const { page } = await open(scene);
    await entry(page, 'Long').click();
    await page.getByRole('article').getByText('Line 0.').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: "You haven't seen all of it. Approve it anyway?" }).waitFor();
    await verb(page, 'Cancel').click();
    await entry(page, 'Short').click();
    await page.getByRole('article').getByText('All is well.').waitFor();
    await page.getByLabel('Select Long').check();
    await page.getByLabel('Select Short').check();
    await page.getByText('2 selected').waitFor();
    await verb(page, 'Approve').click();
    await page.getByRole('heading', { name: 'Approve 1 message that you have read?' }).waitFor();
    await page.getByText('Left out: 1 not read to the end.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Short: Sent.').waitFor();
    expect([await scene.stateOf(unread), await scene.stateOf(read)]).toEqual(['pending_review', 'delivered']);
    // Read to its end, it goes with one key.
    await entry(page, 'Long').click();
    await page.getByLabel('Message', { exact: true }).focus();
    await page.keyboard.press('End');
    await page.getByLabel('Select Long').uncheck();
    await page.locator('.entry.current .strong').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByText('Long: Sent.').waitFor();
  });

  it('leaves single keys alone once they are turned off', async () => {
    const scene = await newScene();
    await scene.hold('Held');
    const { page, complaints } = await open(scene);
    await entry(page, 'Held').click();
    await page.keyboard.press('?');
    await page.getByLabel('Act on single keys').uncheck();
    await verb(page, 'OK').click();
    await page.keyboard.press('d');
    await verb(page, 'Keys').click();
    await page.getByLabel('Act on single keys').check();
    await verb(page, 'OK').click();
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'Deny this message' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('releases and blocks quarantined mail on a phone', async () => {
    const scene = await newScene();
    for (const mail of INCOMING.slice(0, 2)) await receive(scene, mailOf(mail, scene.mailbox.address, ''));
    const { page, complaints } = await open(scene, 'phone');
    await keepPicture(page, 'queue-phone');
    // The bar leaves the screen to the queue.
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(64);
    await entry(page, 'Action required').tap();
    await page.getByRole('article').getByText('Dear assistant').waitFor();
    await keepPicture(page, 'message-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SCREENS.phone.width);
    await verb(page, 'Block').tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).tap();
    await page.getByText('Action required: your mailbox: Blocked.').waitFor();
    await verb(page, 'Next').tap();
    await page.getByText(/^(?:Text of this type is not shown|No text: .+)\.$/).waitFor();
    await page.getByText('Peter').scrollIntoViewIfNeeded();
    await page.locator('.end').scrollIntoViewIfNeeded();
    await verb(page, 'Release').tap();
    const asked = page.getByRole('dialog');
    await asked.getByRole('button', { name: 'Release anyway' }).waitFor();
    // All choices are on the screen.
    for (const button of await asked.getByRole('button').all()) {
      const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(SCREENS.phone.width);
    }
    await keepPicture(page, 'certain-phone');
    await asked.getByRole('button', { name: 'Release anyway' }).tap();
    await page.getByText('Released: the agent can read it.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('moves through 5,000 messages with few of them in the document, and drops no key', async () => {
    const scene = await newScene();
    const id = await scene.hold('Original');
    await copyRows(id, 5_000);
    const { page } = await open(scene);
    await page.getByText('5000 to approve').waitFor();
    await page.keyboard.press('g');
    for (let step = 0; step < 120; step++) await page.keyboard.press('j');
    await page.getByText('121 of 5000').waitFor();
    // The next row is on the screen too.
    const [list, next] = [page.locator('.queue'), page.locator('li[aria-posinset="122"]')];
    const [outer, inner] = [await list.boundingBox(), await next.boundingBox()];
    expect(inner && outer && inner.y + inner.height <= outer.y + outer.height).toBe(true);
    await page.keyboard.press('G');
    await page.getByText('5000 of 5000').waitFor();
    expect(await page.locator('.queue li').count()).toBeLessThan(60);
  });

  /** Makes held messages without sending them one by one. */
  async function copyRows(id: string, count: number): Promise<void> {
    const { store } = service.daemon.context;
    const row = await store.read
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { seq: _seq, ...columns } = row;
    await store.write({ account: row.account_id }, async ({ db }) => {
      for (let copy = 1; copy < count; copy++) {
        const number = copy.toString(16).padStart(12, '0');
        const own = {
          id: `${id.slice(0, 24)}${number}`,
          subject: `Copy ${copy}`,
          created_at: row.created_at + copy,
        };
        await db
          .insertInto('messages')
          .values({ ...columns, ...own })
          .execute();
      }
    });
  }
});
