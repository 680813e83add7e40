import { isDeepStrictEqual } from 'node:util';
import { type LooseningRules, looseningsOf } from '../../../../shared/policies/loosening.ts';
import type { Client } from '../../../client/client.ts';
import type { CommandContext } from '../../../context.ts';
import type { PruneKind } from '../prune-kinds.ts';

export type { PruneKind } from '../prune-kinds.ts';

/** Changes, and how they are made. */

export type ChangeDirection = 'tighten' | 'loosen' | 'neutral';

/** A field of something that is there, or will be. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly direction: ChangeDirection;
}

export type SetupAction = 'create' | 'update' | 'add' | 'remove' | 'delete' | 'ask';

export interface SetupChange {
  /** As `mailboxes.support.allowlist`. */
  readonly path: string;
  readonly action: SetupAction;
  readonly direction: ChangeDirection;
  readonly fields: readonly FieldChange[];
  /** Entries of a list that are added or removed. */
  readonly entries: readonly string[];
  /** Only a signed-in person can do it. */
  readonly needs_person: boolean;
  /** The command that a person runs, for changes that only a person makes by hand. */
  readonly command: string | null;
}

/** Steps run in this order: nothing is looser in between than before and after. */
export const PHASES = ['create', 'prepare', 'tighten', 'neutral', 'loosen', 'delete'] as const;
export type Phase = (typeof PHASES)[number];

export interface ApplySession {
  readonly context: CommandContext;
  readonly client: Client;
  /** Renews the hourly budget of lists, for the owner of the machine. */
  readonly renew: (() => Promise<void>) | undefined;
}

/** A secret of something new, which is nowhere else. */
export interface NewSecret {
  readonly path: string;
  readonly secret: string;
  /** File that gets it; null to print it. */
  readonly file: string | null;
}

/** The state when a step begins, compared with the plan. */
export type StepState = 'as_planned' | 'done' | 'changed';

export interface SetupStep {
  readonly change: SetupChange;
  readonly phase: Phase;
  readonly run: (session: ApplySession) => Promise<NewSecret | null>;
  /** Looks at what is there now; without it, the call itself finds out. */
  readonly state?: (client: Client) => Promise<StepState>;
  /** File that gets the secret of something new; it must not be there yet. */
  readonly writes?: string;
  /** Why a person has to name what is deleted; null if nothing is lost. */
  readonly loses?: (client: Client) => Promise<string | null>;
}

/** Something that is there and that a section of the file doesn't name. */
export interface LeftAlone {
  readonly path: string;
  readonly count: number;
  /** The value of `--prune` that deletes it. */
  readonly prune: PruneKind;
}

export interface Planned {
  readonly steps: readonly SetupStep[];
  readonly left: readonly LeftAlone[];
}

/** A change with what most changes have. */
export function changeOf(change: Pick<SetupChange, 'path' | 'action'> & Partial<SetupChange>): SetupChange {
  const fields = change.fields ?? [];
  return {
    direction: worst(fields),
    entries: [],
    needs_person: false,
    command: null,
    ...change,
    fields,
  };
}

/** Loosening counts first, then tightening. */
function worst(fields: readonly FieldChange[]): ChangeDirection {
  if (fields.some(({ direction }) => direction === 'loosen')) return 'loosen';
  return fields.some(({ direction }) => direction === 'tighten') ? 'tighten' : 'neutral';
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that differ, with what each does to the rules; a field without a rule is neutral. */
export function fieldChanges<Settings extends object>(
  rules: LooseningRules<Settings>,
  before: Fields,
  after: Fields,
): FieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const old = before[field] ?? null;
    if (value === undefined || isDeepStrictEqual(old, value)) return [];
    return [{ field, before: old, after: value, direction: directionOf(rules, { field, old, value }) }];
  });
}

function directionOf<Settings extends object>(
  rules: LooseningRules<Settings>,
  { field, old, value }: { readonly field: string; readonly old: unknown; readonly value: unknown },
): ChangeDirection {
  if (!Object.hasOwn(rules, field) || rules[field as keyof Settings] === 'harmless') return 'neutral';
  const [before, after] = [{ [field]: old }, { [field]: value }];
  return looseningsOf<object, object>(rules, before, after).length > 0 ? 'loosen' : 'tighten';
}

/** Whether only a signed-in person may make one of the changes. */
export function needsPerson<Settings extends object>(
  rules: LooseningRules<Settings>,
  fields: readonly FieldChange[],
): boolean {
  return fields.some(({ field, direction }) => {
    const rule = Object.hasOwn(rules, field) ? rules[field as keyof Settings] : 'harmless';
    return direction === 'loosen' && rule !== 'harmless' && rule.by === 'person';
  });
}

/** Compares what is there now with both sides of planned changes. */
export function stateOf(fields: readonly FieldChange[], now: Fields): StepState {
  const differs = (side: 'before' | 'after') =>
    fields.some((each) => !isDeepStrictEqual(now[each.field] ?? null, each[side]));
  if (!differs('before')) return 'as_planned';
  return differs('after') ? 'changed' : 'done';
}

export const afterOf = (fields: readonly FieldChange[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ field, after }) => [field, after]));

/** Steps with the deletions of what the file doesn't name, or without. */
export function pruned(
  steps: readonly SetupStep[],
  deletions: readonly SetupStep[],
  { kind, prune }: { readonly kind: PruneKind; readonly prune: ReadonlySet<PruneKind> },
): Planned {
  if (prune.has(kind)) return { steps: [...steps, ...deletions], left: [] };
  const left = deletions.length === 0 ? [] : [{ path: kind, count: deletions.length, prune: kind }];
  return { steps, left };
}
