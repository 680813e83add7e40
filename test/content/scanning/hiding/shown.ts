import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { WatchedBrowser } from '../../../support/browser.ts';
import { letter, OTHER_WORD, WORD } from './tricks.ts';

/**
 * Asks a browser what a person sees of a letter: pixels that change when the letters of a word change places.
 */

/** In px: the first screen of a letter, and the piece of it around the word that is photographed. */
const SCREEN = { width: 800, height: 700 };
const VIEW = { width: 200, height: 64 };
const COLUMNS = 8;
const ROWS = 15;

/** `barely` is text that some people read: either answer of the daemon is right. */
export type Sight = 'seen' | 'barely' | 'unseen';

const IN_PAGE = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8').replaceAll('export ', '');
const PLACES = { screen: SCREEN, view: VIEW, columns: COLUMNS };

export class Viewer {
  readonly #browser: WatchedBrowser;
  readonly #page: Page;
  /** Compares pictures. */
  readonly #desk: Page;

  private constructor(browser: WatchedBrowser, page: Page, desk: Page) {
    this.#browser = browser;
    this.#page = page;
    this.#desk = desk;
  }

  static async open(executablePath: string): Promise<Viewer> {
    const browser = await WatchedBrowser.launch(executablePath);
    const [{ page }, { page: desk }] = [await browser.page(), await browser.page()];
    await page.setViewportSize({ width: COLUMNS * VIEW.width, height: ROWS * VIEW.height });
    await desk.setContent('<!doctype html><title>Desk</title>');
    return new Viewer(browser, page, desk);
  }

  /** How a reader sees the word of each piece; `prepare` makes what is displayed, null an empty letter. */
  async look(pieces: readonly string[], prepare: (html: string) => string | null): Promise<Sight[]> {
    const sights: Sight[] = [];
    const size = COLUMNS * ROWS;
    for (let start = 0; start < pieces.length; start += size) {
      const letters = pieces.slice(start, start + size).map((piece) => prepare(letter(piece, WORD)) ?? '');
      await this.#page.setContent('<!doctype html><title>Letters</title><main></main>');
      await inPage(this.#page, 'layOut', { letters, word: WORD, ...PLACES });
      const before = await this.#page.screenshot();
      await inPage(this.#page, 'exchange', { from: WORD, to: OTHER_WORD });
      const pictures = [before, await this.#page.screenshot()].map((bytes) => bytes.toString('base64'));
      const asked = { pictures, count: letters.length, ...PLACES };
      sights.push(...(await inPage<Change[]>(this.#desk, 'changes', asked)).map(sightOf));
    }
    return sights;
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Types of a browser have no place among those of Node, so the page gets its code as text. */
function inPage<T>(page: Page, name: 'layOut' | 'exchange' | 'changes', argument: unknown): Promise<T> {
  return page.evaluate(`(() => { ${IN_PAGE}; return ${name}(${JSON.stringify(argument)}); })()`);
}

interface Change {
  readonly strong: number;
  readonly weak: number;
}

/** Pixels of six letters that have to change; fewer of the weaker kind are dust that nobody reads. */
const FEWEST_STRONG = 25;
const MOST_DUST = 4;

function sightOf({ strong, weak }: Change): Sight {
  if (strong >= FEWEST_STRONG) return 'seen';
  return weak <= MOST_DUST ? 'unseen' : 'barely';
}
