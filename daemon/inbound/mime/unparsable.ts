/** Why a message is not taken apart. */
export type UnparsableReason = 'header_too_large' | 'nested_too_deeply' | 'too_many_parts';

/** A message over a bound of the parser; the pipeline quarantines it. */
export class UnparsableMessage extends Error {
  readonly reason: UnparsableReason;

  constructor(reason: UnparsableReason) {
    super(`The message cannot be parsed: ${reason}`);
    this.name = 'UnparsableMessage';
    this.reason = reason;
  }
}
