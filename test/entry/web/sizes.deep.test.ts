import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../../support/browser.ts';
import { needsPrograms } from '../../support/needs.ts';
import { pageVisits } from '../../support/page-browser.ts';
import { reviewScenes } from '../../support/review-scene.ts';
import { createAgent, sharedService } from '../../support/service.ts';

/** Every view fits the window: its parts scroll, the document never does. */

const chromium = findChromium();

const SIZES = [
  { width: 1280, height: 800 },
  { width: 800, height: 600 },
  { width: 640, height: 320 },
  { width: 360, height: 640 },
  { width: 320, height: 480 },
] as const;

const STREAM = /\/v1\/(?:events|webhooks\/deliveries\/stream)\?/;

/** Waits until all that a view asks for has arrived. Its stream never ends, so the network is never idle. */
function untilLoaded(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!STREAM.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await expect.poll(() => open.size).toBe(0);
    await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
    await expect.poll(() => open.size).toBe(0);
  };
}

describe('the page in windows of all sizes', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  const newScene = reviewScenes(service);
  const visit = pageVisits(service, chromium ?? '');

  /** Pixels by which the document is larger than the window. */
  const excess = (page: Page) =>
    page.evaluate<{ right: number; below: number }>(
      `(({ scrollWidth, scrollHeight, clientWidth, clientHeight }) =>
        ({ right: scrollWidth - clientWidth, below: scrollHeight - clientHeight }))(document.documentElement)`,
    );

  it('never scrolls the document', async () => {
    const scene = await newScene();
    const body = 'A line.\n'.repeat(60);
    for (let count = 0; count < 12; count += 1) await scene.hold(`Held ${count}`, { body });
    const held = await scene.hold('The last one', { body });
    // Each key has a button whose name goes on for those who hear it only.
    for (let count = 0; count < 8; count += 1) await createAgent(service, scene.admin, scene.mailbox.id);
    const { page } = await visit(scene.accountId);
    const loaded = untilLoaded(page);
    const { origin } = new URL(page.url());
    const views = [
      '/review',
      `/review/${held}`,
      '/mail',
      `/mail/${scene.mailbox.id}/sent`,
      `/mail/${scene.mailbox.id}/sent/${held}`,
      '/start',
      '/rules',
      `/rules/${scene.mailbox.id}`,
      '/status',
      '/account',
    ];
    for (const view of views) {
      await page.goto(`${origin}/app${view}`);
      await page.getByRole('link', { name: 'Review', exact: true }).waitFor();
      await loaded();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        expect({ view, size, ...(await excess(page)) }).toEqual({ view, size, right: 0, below: 0 });
      }
    }
  });
});
