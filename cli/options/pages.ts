import { integer, text } from './kinds.ts';

/** `--limit` of a paged list, with the contract's bounds. */
export function limitFlag(page: { readonly default: number; readonly max: number }) {
  return integer('-n, --limit <N>', `Maximum number of entries. Default: ${page.default}.`, 1, page.max);
}

export const CURSOR_ABOUT = 'Continue after an earlier page, using the cursor that it printed.';
export const cursorFlag = text('--cursor <CURSOR>', CURSOR_ABOUT);
