import type { Insertable, Selectable } from 'kysely';
import type { MessagesTable } from '../../../platform/store/schema.ts';
import type { Cause, Causes } from './causes.ts';

/** The columns of a message that its effects need; `state` is the state that it leaves. */
export type MessageFacts = Pick<
  Selectable<MessagesTable>,
  | 'id'
  | 'seq'
  | 'account_id'
  | 'mailbox_id'
  | 'thread_id'
  | 'direction'
  | 'state'
  | 'sender'
  | 'recipient'
  | 'subject'
  | 'created_at'
  | 'hold_context'
  | 'automatic'
> &
  Partial<
    Pick<
      Insertable<MessagesTable>,
      | 'answers_id'
      | 'marks_read'
      | 'revises'
      | 'recipients'
      | 'header_addresses'
      | 'labels'
      | 'metadata'
      | 'subaddress_instance_id'
    >
  >;

/** A change of one message, as its effects see it. */
export interface Move<C extends Cause> {
  readonly message: MessageFacts;
  readonly cause: Causes[C];
  /** Milliseconds since 1970. */
  readonly now: number;
}
