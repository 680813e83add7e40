import { LIMITS } from '../../../shared/contract/limits.ts';
import { grouped } from '../../output/views/numbers.ts';
import { definedFields } from './input.ts';
import { flag, integer, text } from './kinds.ts';

/** `--limit` of a paged list, with the contract's bounds. */
export function limitFlag(page: { readonly default: number; readonly max: number }) {
  return integer('-n, --limit <N>', `Maximum number of entries. Default: ${page.default}.`, {
    min: 1,
    max: page.max,
  });
}

export const CURSOR_ABOUT = 'Continue after an earlier page, using the cursor that it printed.';
export const cursorFlag = text('--cursor <CURSOR>', CURSOR_ABOUT);

export const pageFlags = {
  limit: limitFlag(LIMITS.listPage),
  cursor: cursorFlag,
  all: flag('--all', `List all entries, up to ${grouped(LIMITS.listAllRows)}.`),
};

interface PageInput {
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly all: boolean;
}

/** Query of a paged list. */
export function pageQuery({ limit, cursor, all }: PageInput) {
  return {
    ...definedFields({ limit, cursor }),
    ...(all ? { all: true } : {}),
  };
}
