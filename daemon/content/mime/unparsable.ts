/** Why a message isn't parsed. */
export type UnparsableReason = 'header_too_large' | 'nested_too_deeply' | 'too_many_parts';

/** A message that exceeds a limit of the parser; it's quarantined. */
export class UnparsableMessage extends Error {
  readonly reason: UnparsableReason;

  constructor(reason: UnparsableReason) {
    super(`The message can't be parsed: ${reason}`);
    this.name = 'UnparsableMessage';
    this.reason = reason;
  }
}
