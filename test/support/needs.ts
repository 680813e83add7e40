import type { TestOptions } from 'vitest';
import { corpusPath } from './corpora.ts';

declare module 'vitest' {
  interface TaskMeta {
    /**
     * Absent on this machine, so that the test is skipped; `.config/summary.ts` reports them at the end of a
     * run.
     */
    missing?: { readonly kind: 'corpus' | 'program'; readonly names: readonly string[] };
  }
}

/**
 * Options of a test or block that is skipped while one of these files or folders of the corpora is absent;
 * `.` means all.
 */
export function needsCorpora(...paths: readonly string[]): TestOptions {
  const absent = paths.filter((path) => corpusPath(path) === null);
  return { tags: 'corpora', ...optionsFor('corpus', absent) };
}

/**
 * Options of a test or block that is skipped while one of these programs isn't installed: `{ postfix:
 * hasPostfix() }`.
 */
export function needsPrograms(programs: Readonly<Record<string, boolean>>): TestOptions {
  return optionsFor(
    'program',
    Object.keys(programs).filter((name) => programs[name] === false),
  );
}

function optionsFor(kind: 'corpus' | 'program', names: readonly string[]): TestOptions {
  return names.length === 0 ? {} : { skip: true, meta: { missing: { kind, names } } };
}

/** Options of a test or block about SQLite itself: its file, its index, its triggers. */
export const needsSqlite: TestOptions = process.env.AGENTMAIL_TEST_STORE === 'postgres' ? { skip: true } : {};
