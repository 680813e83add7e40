import type { Updateable } from 'kysely';
import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import type { EventData } from '../../../../shared/contract/events.ts';
import type { MessageState } from '../../../../shared/contract/messages.ts';
import type { ScanResult } from '../../../content/analysis/tasks.ts';
import type { Actor } from '../../../platform/store/actor.ts';
import type { MessageJob } from '../../../platform/store/jobs.ts';
import type { IntakeEntry } from '../../../platform/store/ports.ts';
import type { FirewallBlock, HoldContext, MessagesTable } from '../../../platform/store/schema.ts';
import type { Decision, ReasonGiven } from '../review.ts';

/** A scan with the text that it read, stored in the transaction of the change that it leads to. */
export interface Scanned extends Pick<ScanResult, 'scan' | 'piiSpans' | 'htmlText'> {
  /** Null when the message could not be parsed. */
  readonly text: string | null;
}

/** The reason why a message that no caller waits for was blocked. */
export interface DispatchFailure {
  readonly trigger: EventData<'message.dispatch_failed'>['trigger'];
  readonly reasonCode: EventData<'message.dispatch_failed'>['reason_code'];
  /** The code with which a send would have been refused. */
  readonly errorCode?: ErrorCode;
}

export interface Bounce {
  readonly type: 'hard' | 'soft';
  /** In the words of the receiving server. */
  readonly reason: string;
  /** A source, such as `operator`; the actor of the audit row. */
  readonly reportedBy: string;
}

/** The causes of changes, each with what its effects need. */
export interface Causes {
  /** The sender policy refuses an arrival. */
  readonly refused_sender: { readonly block: FirewallBlock };
  /** A person lets in what the sender policy refused; `block` is the column. */
  readonly let_in: {
    readonly actor: Actor;
    readonly block: FirewallBlock | null;
    readonly arrived: IntakeEntry;
  };
  /** An arrival was scanned. */
  readonly received: { readonly scanned: Scanned };
  /** Mail that is older than the connection of its mailbox was scanned. */
  readonly imported: { readonly scanned: Scanned };
  /** A draft is sent. */
  readonly sent: NoFacts;
  /** A scan or a policy holds an outbound message; `expiry` is in milliseconds, null for never. */
  readonly held: { readonly scanned: Scanned; readonly hold: HoldContext; readonly expiry: number | null };
  /** A scan blocks an outbound message; `failure` where no caller waits for an answer. */
  readonly blocked_by_scan: { readonly scanned: Scanned; readonly failure: DispatchFailure | null };
  /** A scan blocks a draft that was being sent; `failure` where no caller waits for an answer. */
  readonly returned_to_draft: { readonly scanned: Scanned; readonly failure: DispatchFailure | null };
  /** The message is about to leave the machine. */
  readonly dispatched: SendingFacts;
  /** The transport took the message; `simulated` is the job of a simulator address. */
  readonly accepted: SendingFacts & { readonly simulated: MessageJob | null };
  /** The transport can't take the message now. */
  readonly deferred: { readonly retry: MessageJob };
  /** The transport can't take a message that a reviewer let go; the reviewer may try again. */
  readonly put_back: NoFacts;
  /** The message is never sent; `failure` where no caller waits for an answer. */
  readonly failed: {
    readonly failure: DispatchFailure | null;
    readonly decision: Decision | null;
    readonly draftId: string | null;
  };
  /** It isn't known whether the message was delivered. */
  readonly left_open: { readonly decision: Decision | null };
  /** A later try reached somebody of a message of which nobody knew whether anybody has it. */
  readonly reached_later: NoFacts;
  readonly bounced: { readonly bounce: Bounce };
  readonly released: RefusalAnswer;
  readonly blocked: RefusalAnswer;
  readonly denied: RefusalAnswer;
  /** A message that a person edited is sent in its place: `editedTo` is the id of that message. */
  readonly edited: RefusalAnswer & { readonly editedTo: string };
  /** An approval took too long. */
  readonly expired: NoFacts;
  /** The recipient reports mail that a scan held. */
  readonly reported: RefusalAnswer;
  readonly deleted: { readonly actor: Actor };
}

type NoFacts = Readonly<Record<never, never>>;

interface SendingFacts {
  /** Null where the message was scanned earlier. */
  readonly scanned: Scanned | null;
  /** Null where the message wasn't held. */
  readonly decision: Decision | null;
}

/** A reviewer's answer to a held message, other than to send it. */
interface RefusalAnswer {
  readonly actor: Actor;
  readonly given: ReasonGiven;
}

export type Cause = keyof Causes;

/** A change of state, with further columns that change in the same update. */
export type Change<C extends Cause = Cause> = Causes[C] & {
  readonly cause: C;
  readonly to: MessageState;
  readonly scanned?: Scanned | null;
  readonly columns?: Omit<
    Updateable<MessagesTable>,
    'state' | 'hold_context' | 'deciding' | 'pending_decision'
  >;
};
