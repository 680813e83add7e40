import type { Updateable } from 'kysely';
import type { EventType } from '../../../../shared/contract/events.ts';
import type { MessageState } from '../../../../shared/contract/messages.ts';
import type { AuditEntry } from '../../../platform/store/audit.ts';
import type { MessageJob } from '../../../platform/store/jobs.ts';
import type { IntakeEntry, NewEvent } from '../../../platform/store/ports.ts';
import type { HoldContext, MessagesTable } from '../../../platform/store/schema.ts';
import type { Cause } from './causes.ts';
import type { Move } from './facts.ts';

/** Everything that follows a change of state. Each change wakes those who wait for the mailbox. */
export interface Effects<C extends Cause> {
  /** A state that the message passes within the same update. */
  readonly via?: MessageState;
  /** The message's charge goes back to the budgets that it was taken from. */
  readonly refund?: true;
  /**
   * The new `hold_context`; it and a pending decision are cleared where neither this nor `keepsHold` is
   * given.
   */
  hold?(move: Move<C>): HoldContext;
  readonly keepsHold?: true;
  /**
   * `index`: the scanned text becomes searchable. `scanned`: so it does, and the body row gets the personal
   * data that the scan found. `subject`: the subject alone becomes searchable. `forget`: nothing stays
   * searchable.
   */
  readonly text?: 'index' | 'scanned' | 'subject' | 'forget';
  /** Columns of the row, in the same update. */
  columns?(move: Move<C>): Updateable<MessagesTable>;
  jobs?(move: Move<C>): readonly (MessageJob | null)[];
  /** The message goes out, or waits for a person: what it answers and revises is handled. */
  readonly settles?: true;
  /** The message waits for a better version. */
  readonly opensDenial?: true;
  /** The owner gets a copy, if the mailbox makes copies. */
  readonly copied?: true;
  audits?(move: Move<C>): readonly AuditEntry[];
  events?(move: Move<C>): readonly NewEvent<EventType>[];
  /** An arrival that is to be read after the commit. */
  intake?(move: Move<C>): IntakeEntry;
}

/** Messages in a state of `from` go to the state `to`, with these effects. */
export interface TransitionRow<C extends Cause> extends Effects<C> {
  readonly from: readonly MessageState[];
  readonly to: MessageState;
}

/** The rows of each cause. */
export type TransitionRows = { readonly [C in Cause]: readonly TransitionRow<C>[] };

/** States of mail that waits for a decision. */
export const HELD = ['quarantined', 'pending_review'] as const;
