/** Operations whose time is measured. */
export type Operation =
  | 'accept'
  | 'inbound_scan'
  | 'outbound_scan'
  | 'send'
  | 'dispatch'
  | 'wait'
  | 'webhook_delivery'
  | 'commit';

/** IDs, codes and numbers. Addresses, subjects and texts never belong here. */
export type SpanFacts = Readonly<Record<string, string | number | readonly string[]>>;

/** Ends a measured operation. `outcome` is one of a few words. */
export type EndOperation = (outcome: string) => void;

/** Measures how long operations take, by their outcome. */
export interface OperationTimer {
  begin(operation: Operation, facts?: SpanFacts): EndOperation;
  /** Adds to the span of the operation that runs this code. */
  note(facts: SpanFacts): void;
  /**
   * Measures `work`. Its outcome is `refused` for a refusal of the contract, and `failed` for other errors.
   */
  run<T>(operation: Operation, work: () => Promise<T>, outcomeOf?: (result: T) => string): Promise<T>;
}

/** The measurements that operations report to. */
export interface Measurements {
  readonly operations: OperationTimer;
}
