import { confirmPage } from './confirm.ts';
import type { Page } from './page.ts';
import { unsubscribePage } from './unsubscribe.ts';

/** Every page for people in browsers. */
export const PAGES: readonly Page[] = [confirmPage, unsubscribePage];
