import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import * as api from './api.ts';
import type { Service } from './service.ts';

/** A real browser with the page for people, which notes all that the page should never do. */

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Requests that leave this machine fail, and are noted below.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.localhost',
];

export const SCREENS = {
  wide: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const;

export interface Opened {
  readonly page: Page;
  /** Errors of scripts, violated policies, requests for other hosts, and dialogs of the browser. */
  readonly complaints: string[];
}

/** How a person has the page in front of them. */
interface Look {
  readonly screen?: keyof typeof SCREENS;
  readonly dark?: boolean;
  /** Milliseconds since 1970, where the browser's clock begins. */
  readonly time?: number;
}

export class PageBrowser {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(executablePath: string): Promise<PageBrowser> {
    return new PageBrowser(await chromium.launch({ executablePath, args: FLAGS }));
  }

  /** Opens a page in a new profile: no cookies, no storage. */
  async open(url: string, { screen = 'wide', dark = false, time }: Look = {}): Promise<Opened> {
    const context = await this.#browser.newContext({
      viewport: SCREENS[screen],
      hasTouch: screen === 'phone',
      colorScheme: dark ? 'dark' : 'light',
      timezoneId: 'UTC',
    });
    if (time !== undefined) await context.clock.install({ time });
    const complaints: string[] = [];
    const { origin } = new URL(url);
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) complaints.push(`request ${request.url()}`);
    });
    context.on('console', (message) => {
      // A refused request is an answer too; those that matter show in the page.
      const isRefusal = message.text().startsWith('Failed to load resource: the server responded');
      if (message.type() === 'error' && !isRefusal) complaints.push(`console ${message.text()}`);
    });
    context.on('weberror', (error) => complaints.push(`error ${error.error().message}`));
    context.on('dialog', (dialog) => {
      complaints.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    const page = await context.newPage();
    await page.goto(url);
    return { page, complaints };
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

interface Visit extends Look {
  /** Path of the first view, below the page's. */
  readonly path?: string;
}

/** Opens the page signed in to an account, by a link of the operator; closes it with the test. */
export function pageVisits(
  service: Service,
  executablePath: string,
): (accountId: string, visit?: Visit) => Promise<Opened> {
  let browser: PageBrowser | undefined;
  beforeAll(async () => {
    browser = await PageBrowser.launch(executablePath);
  });
  afterAll(() => browser?.close());
  return async (accountId, { path, ...look } = {}) => {
    if (!browser) throw new Error('the browser does not run');
    const token = service.daemon.operatorToken;
    const link = await service.must(token, api.operatorCreatePageLink, { id: accountId });
    const opened = await browser.open(link.url, look);
    onTestFinished(() => opened.page.context().close());
    await opened.page.getByRole('link', { name: 'Review' }).waitFor();
    if (path !== undefined) await opened.page.goto(new URL(`/app${path}`, link.url).href);
    return opened;
  };
}

/** Chooses a folder of the mail: beside the list, or above it on a narrow screen. */
export async function chooseFolder(page: Page, folder: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: folder });
  await page.locator('.filters').waitFor();
  if (await link.isVisible()) await link.click();
  else await page.getByLabel('Folder', { exact: true }).selectOption(folder);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Barriers for people with assistive technology that axe-core finds. */
export async function barriers(page: Page): Promise<unknown[]> {
  await page.evaluate(AXE);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]))',
  );
}

/** Keeps a picture in the folder that AGENTMAIL_SCREENSHOTS names, if it names one. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.AGENTMAIL_SCREENSHOTS;
  if (folder) writeFileSync(join(folder, `${name}.png`), await page.screenshot());
}
