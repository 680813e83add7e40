import { confirmPage } from './confirm.ts';
import type { BrowserPage } from './page.ts';
import { unsubscribePage } from './unsubscribe.ts';

/** Every page for people in browsers. */
export const PAGES: readonly BrowserPage[] = [confirmPage, unsubscribePage];
