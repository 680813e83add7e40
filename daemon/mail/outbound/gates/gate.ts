import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import type { EventData } from '../../../../shared/contract/events.ts';
import type { TraceGate } from '../../../../shared/contract/mailbox-policies.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { MailContext } from '../../context.ts';
import type { Submission } from '../submission.ts';

/**
 * One rule that a message has to pass before it is stored or charged, with everything that is keyed by it.
 */
export interface Gate {
  readonly name: string;
  /** The entry of a policy trace that reports on the gate. */
  readonly trace: TraceGate;
  /** The sentence of a dry run for a message that the gate lets pass. */
  readonly passed: string;
  /** Advice that would let a refused message pass, by code, for readers of a dry run. */
  readonly remedies: Readonly<Partial<Record<ErrorCode, string>>>;
  /** It's about one recipient, and asked for each of several. */
  readonly perRecipient?: true;
  /** Refusals are listed as blocked sends. */
  readonly logged?: true;
  /** The gate is asked again before a held message is sent. */
  readonly recheck?: Recheck;
  /**
   * Its answer may change while a message is scanned, so that the transaction that stores the message asks
   * it again. It only queries the database then.
   */
  readonly repeated?: true;
  /** Throws the typed refusal and writes nothing, so that a dry run can ask it too. */
  check(scene: GateScene): Promise<void>;
}

export interface Recheck {
  readonly reason: EventData<'message.dispatch_failed'>['reason_code'];
  /** An approval meets the refusal with 403, and the message stays held; otherwise the message is blocked. */
  readonly staysHeld: boolean;
  /** Asked instead of the gate's own check. */
  readonly check?: (scene: GateScene) => Promise<void>;
}

/** Input of a gate. */
export interface GateScene {
  readonly context: MailContext;
  readonly db: Queries;
  readonly submission: Submission;
  /** Time that a dry run asks about, milliseconds since 1970; now when absent. */
  readonly at?: number;
}
