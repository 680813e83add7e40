import type { Context } from '../../context.ts';
import type { Queries } from '../../store/store.ts';
import type { Submission } from '../submission.ts';

/**
 * One rule that a message has to pass before it is stored or charged. It throws the typed refusal, and writes
 * nothing, so that the same list serves a dry run.
 */
export interface Gate {
  readonly name: string;
  check(scene: GateScene): Promise<void>;
}

/** Input of a gate. */
export interface GateScene {
  readonly context: Context;
  readonly db: Queries;
  readonly submission: Submission;
  /** Time that a dry run asks about, milliseconds since 1970; now when absent. */
  readonly at?: number;
}
