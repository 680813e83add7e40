import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { HOUR, MINUTE, SystemClock } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { INCOMING, mailOf, OUTGOING } from '../../support/held-mail.ts';
import { PageBrowser, type SCREENS } from '../../support/page-browser.ts';
import { createAgent, createTenant, launch, type Service, type Tenant } from '../../support/service.ts';

/** Takes the pictures of the page in docs/page/ with a real browser: `npm run picture:page`. */

const FOLDER = join(import.meta.dirname, '../../../docs/page');
const START = Date.parse('2026-11-20T10:20:00Z');
/** Of WebP, from 0 to 100: text stays sharp, and a wide picture has 50 KB. */
const QUALITY = 50;

type Screen = keyof typeof SCREENS;

interface View {
  readonly name: string;
  readonly path: (tenant: Tenant) => string;
  readonly screens: readonly Screen[];
  /** Leads to what the picture shows. */
  readonly show: (page: Page, screen: Screen) => Promise<unknown>;
}

const VIEWS: readonly View[] = [
  {
    name: 'review',
    path: () => '/review',
    screens: ['wide', 'phone'],
    show: async (page, screen) => {
      await page.getByText('live', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Your form for the pension office' }).click();
      await page.getByRole('article').locator('mark').first().waitFor();
      if (screen === 'phone') await page.locator('.end').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'mail',
    path: () => '/mail',
    screens: ['wide'],
    show: async (page) => {
      await page.getByRole('link', { name: 'Your sign-in code' }).click();
      await page.getByRole('article').locator('code').first().waitFor();
    },
  },
  {
    name: 'rules',
    path: ({ mailbox }) => `/rules/${mailbox.id}`,
    screens: ['phone'],
    show: (page) => page.getByText('Sending').waitFor(),
  },
  {
    name: 'status',
    path: () => '/status',
    screens: ['wide'],
    show: (page) => page.getByRole('region', { name: 'Events' }).getByRole('listitem').first().waitFor(),
  },
];

const LETTERS = [
  'Minutes of the meeting',
  'Invoice 4471',
  'Delivery on Tuesday',
  'Question about the offer',
  'Photos of the ramp',
  'Change of address',
] as const;

/** A day of ordinary mail, then a queue that waits for a person. */
async function makeMail(service: Service, tenant: Tenant): Promise<void> {
  const { id, address } = tenant.mailbox;
  const agent = await createAgent(service, tenant.admin, id);
  const wait = (time: number) => service.clock.moveTo(service.clock.now() + time);
  for (let hour = 0; hour < 23; hour += 1) {
    wait(HOUR);
    for (let letter = 0; letter < (hour * 5) % 7; letter += 1) {
      const subject = LETTERS[(hour + letter) % LETTERS.length] ?? '';
      await service.deliver({ from: `ann${letter}@example.com`, to: address, subject, text: 'See below.' });
    }
    for (let reply = 0; reply < (hour * 3) % 5; reply += 1) {
      await service.must(agent, api.send, {
        from_mailbox: id,
        to: 'ann@example.com',
        subject: 'Your order',
        body: 'Thank you. It is on its way.',
      });
    }
    await service.drain();
  }
  await service.must(tenant.admin, api.updateMailbox, { id, hitl_mode: 'all_outbound' });
  // The browser of a small machine has no Japanese letters.
  for (const letter of OUTGOING.filter(({ subject }) => !/[\u3040-\u30ff]/.test(subject))) {
    wait(7 * MINUTE);
    await service.must(agent, api.send, { from_mailbox: id, ...letter });
  }
  for (const mail of INCOMING) {
    wait(4 * MINUTE);
    await service.deliver(mailOf(mail, address, ''));
  }
  wait(2 * MINUTE);
  await service.deliver({
    from: 'no-reply@shop.example',
    to: address,
    subject: 'Your sign-in code',
    text: 'Hello,\n\nyour verification code is 482913. It is good for ten minutes.\n\nOr open this link: https://shop.example/sign-in?code=482913\n\nThe shop\n',
  });
  await service.drain();
  wait(MINUTE);
}

async function takePicture(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(join(FOLDER, `${name}.webp`), bytes);
  process.stdout.write(`${name}.webp ${bytes.length} bytes\n`);
}

async function takePictures(service: Service, browser: PageBrowser): Promise<void> {
  const tenant = await createTenant(service, { email: 'you@example.com', tier: 'pro', mailbox: 'support' });
  await makeMail(service, tenant);
  for (const { name, path, screens, show } of VIEWS) {
    for (const screen of screens) {
      for (const dark of [false, true]) {
        const token = service.daemon.operatorToken;
        const link = await service.must(token, api.operatorCreatePageLink, { id: tenant.accountId });
        const { page } = await browser.open(link.url, { screen, dark, time: service.clock.now() });
        await page.getByRole('link', { name: 'Review', exact: true }).waitFor();
        await page.goto(new URL(`/app${path(tenant)}`, link.url).href);
        await show(page, screen);
        await takePicture(page, `${name}-${screen}-${dark ? 'dark' : 'light'}`);
        await page.context().close();
      }
    }
  }
}

const chromium = findChromium();
if (chromium === null) throw new Error('the pictures need Chromium: apt install chromium');
mkdirSync(FOLDER, { recursive: true });
const service = await launch({ clock: new SystemClock({ settable: true, frozenAt: START }) });
const browser = await PageBrowser.launch(chromium);
try {
  await takePictures(service, browser);
} finally {
  await browser.close();
  await service.stop();
}
