import type { ShownPlan, ShownReport } from '../../output/views/setup.ts';
import type { ApplyReport } from './apply/apply.ts';
import type { SetupChange } from './plan/change.ts';
import type { SetupPlan } from './plan/plan.ts';

/** Entries of a list that a plan shows. */
const MOST_ENTRIES = 20;

function shownChange({ entries, ...change }: SetupChange) {
  return { ...change, entries: entries.slice(0, MOST_ENTRIES), entry_count: entries.length };
}

export function shownPlan({ steps, left, revision }: SetupPlan): ShownPlan {
  const changes = steps.map(({ change }) => change);
  const loosening = changes.filter(({ direction }) => direction === 'loosen').length;
  return { revision, changes: changes.map(shownChange), loosening, left };
}

export function shownReport({ applied, asked, skipped, secrets, left }: ApplyReport): ShownReport {
  return {
    applied: applied.map(shownChange),
    asked: asked.map(shownChange),
    skipped: skipped.map(shownChange),
    not_applied: left,
    secrets: secrets.map(({ path, secret }) => ({ path, secret })),
  };
}
