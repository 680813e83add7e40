import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT_ELEMENTS } from '../../../daemon/content/html/lists.ts';
import { sanitizeHtml } from '../../../daemon/content/html/sanitize.ts';
import type { LinkTreatment } from '../../../daemon/content/html/strip.ts';
import { findChromium, type Watched, WatchedBrowser } from '../../support/browser.ts';
import { needsCorpora, needsPrograms } from '../../support/needs.ts';
import { NEWSLETTER, PICTURE } from './newsletter.ts';
import { corpusVectors, OWN_VECTORS, PLACEMENTS, type Vector } from './vectors.ts';

const chromium = findChromium();
/** Letters that share a frame. */
const BATCH = 50;

describe('sanitized HTML in a real browser', needsPrograms({ chromium: chromium !== null }), () => {
  let browser: WatchedBrowser;

  beforeAll(async () => {
    browser = await WatchedBrowser.launch(chromium ?? '');
  });
  afterAll(() => browser.close());

  describe.each([
    ['our own attacks', OWN_VECTORS, {}],
    ['the corpus of attacks', corpusVectors(), needsCorpora('html-xss')],
  ] as const)('%s', (_name, vectors, needs) => {
    const documents = (place: (payload: string) => string) =>
      vectors.map(({ payload }: Vector) => place(payload));

    it(
      'runs and loads a lot when it is not sanitized, so that the proof below would fail',
      needs,
      async () => {
        const watched = await browser.page();
        await show(watched, { pages: documents(String).slice(0, 100), pieces: [] });
        expect(watched.activity.ran.length).toBeGreaterThan(20);
        expect(watched.activity.requests.length).toBeGreaterThan(0);
        await watched.page.context().close();
      },
    );

    it.each(PLACEMENTS.map((place, index) => [index, place] as const))(
      'neither runs nor loads anything in placement %i, and consists of listed elements and addresses only',
      needs,
      async (_index, place) => {
        browser.connections.length = 0;
        const watched = await browser.page();
        for (const links of ['text', 'guarded'] as const) {
          const letters = [...new Set(documents(place).map((source) => sanitize(source, links)))];
          expect(await show(watched, { pages: grouped(letters), pieces: letters })).toEqual([]);
        }
        expect(watched.activity).toEqual({ ran: [], requests: [], navigations: [] });
        expect(browser.connections).toEqual([]);
        await watched.page.context().close();
      },
    );
  });

  it('keeps text, layout and pictures of an ordinary newsletter', async () => {
    const outcome = sanitizeHtml({ source: NEWSLETTER, active: 'refuse', links: 'text' });
    if (outcome.kind !== 'clean') throw new Error(outcome.categories.join());
    // Web links go, as everywhere; nothing else has to.
    expect(outcome.removed).toEqual(['external_link']);
    const before = await picture(browser, NEWSLETTER);
    const after = await picture(browser, outcome.html ?? '');
    if (process.env.AGENTMAIL_SCREENSHOTS) {
      writeFileSync(join(process.env.AGENTMAIL_SCREENSHOTS, 'newsletter-before.png'), before.image);
      writeFileSync(join(process.env.AGENTMAIL_SCREENSHOTS, 'newsletter-after.png'), after.image);
    }
    expect(after.text).toBe(before.text);
    expect(after.boxes).toEqual(before.boxes);
    expect(after.pictures).toEqual([{ width: 160, height: 40, loaded: true }]);
    expect(after.image.equals(before.image)).toBe(true);
  });
});

function sanitize(source: string, links: LinkTreatment): string {
  const outcome = sanitizeHtml({ source, active: 'remove', links });
  if (outcome.kind !== 'clean') throw new Error('active content is removed here');
  return outcome.html ?? '';
}

const IN_PAGE = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8').replaceAll('export ', '');

/**
 * Runs a function of `in-page.js` in the page, as text: types of a browser have no place among those of Node.
 */
function inPage<T>(page: Page, name: 'showLetters' | 'measureLetter', argument: unknown): Promise<T> {
  return page.evaluate(`(() => { ${IN_PAGE}; return ${name}(${JSON.stringify(argument)}); })()`);
}

interface Letters {
  readonly pages: readonly string[];
  readonly pieces: readonly string[];
}

async function show({ page }: Watched, letters: Letters): Promise<string[]> {
  await page.setContent('<!DOCTYPE html><title>Letters</title><main></main>');
  return inPage(page, 'showLetters', {
    ...letters,
    elements: [...KEPT_ELEMENTS, 'html', 'head', 'body', 'meta'],
  });
}

/** Letters that are pages stay alone; pieces share one, since a frame takes time. */
function grouped(letters: readonly string[]): string[] {
  const pages = letters.filter((letter) => letter.startsWith('<!DOCTYPE'));
  const pieces = letters.filter((letter) => !letter.startsWith('<!DOCTYPE'));
  for (let start = 0; start < pieces.length; start += BATCH) {
    pages.push(pieces.slice(start, start + BATCH).join('<hr>'));
  }
  return pages;
}

interface Measures {
  readonly text: string;
  readonly boxes: readonly unknown[];
  readonly pictures: readonly unknown[];
}

/** How a mail program shows a letter: its parts in the place of their Content-IDs. */
async function picture(
  browser: WatchedBrowser,
  html: string,
): Promise<Measures & { readonly image: Buffer }> {
  const { page } = await browser.page();
  await page.setContent(html.replaceAll('cid:logo@letter', PICTURE), { waitUntil: 'load' });
  const measures = await inPage<Measures>(page, 'measureLetter', null);
  const image = await page.screenshot({ fullPage: true });
  await page.context().close();
  return { ...measures, image };
}
