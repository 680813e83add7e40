import { expect, it, onTestFinished } from 'vitest';
import { findChromium } from '../../support/browser.ts';
import { needsPrograms } from '../../support/needs.ts';
import { barriers, keepPicture, PageBrowser } from '../../support/page-browser.ts';
import { startService } from '../../support/service.ts';

const chromium = findChromium();

it.each([
  { screen: 'wide', dark: false },
  { screen: 'phone', dark: true },
] as const)(
  'the reference has no barrier and no complaint on a $screen screen',
  needsPrograms({ chromium: chromium !== null }),
  async (look) => {
    const service = await startService();
    const browser = await PageBrowser.launch(chromium ?? '');
    onTestFinished(() => browser.close());
    const url = service.daemon.runtime.http;
    const { page, complaints } = await browser.open(`${url}/docs`, look);
    for (const path of ['/docs', '/docs/messages', '/docs/schemas', '/docs/errors']) {
      await page.goto(url + path);
      expect(await barriers(page), path).toEqual([]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, path).toBeLessThanOrEqual(0);
      await keepPicture(page, `reference-${look.screen}${path.replaceAll('/', '-')}`);
    }
    await page.goto(`${url}/docs`);
    await page.getByRole('link', { name: 'POST /v1/messages/send' }).click();
    expect(new URL(page.url()).pathname).toBe('/docs/messages');
    expect(await page.getByRole('heading', { name: 'POST /v1/messages/send' }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  },
);
