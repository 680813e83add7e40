import { integer, text } from './command.ts';

/** `--limit` of a paged list, with the contract's bounds. */
export function limitFlag(page: { readonly default: number; readonly max: number }) {
  return integer('-n, --limit <N>', `How many, at most. Default: ${page.default}.`, 1, page.max);
}

export const CURSOR_ABOUT = 'Go on after an earlier page, which shows it at its end.';
export const cursorFlag = text('--cursor <CURSOR>', CURSOR_ABOUT);
