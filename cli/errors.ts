import type { ExitName } from './machine/exit-codes.ts';

/** Failure of a command. */
export interface CommandFailure {
  readonly exit: ExitName;
  /** Stable code for programs; the contract's if the daemon sent one. */
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Lines for people in place of the issues in `details`. */
  readonly facts?: readonly string[] | undefined;
  /** Advice. */
  readonly hint?: string | undefined;
}

/** A failed command, with facts for people and programs. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly failure: CommandFailure;

  constructor(message: string, failure: CommandFailure, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Adds a hint to a failure. */
export function hinting(error: CommandError, hint: string): CommandError {
  return new CommandError(error.message, { ...error.failure, hint });
}

/** The command line itself is wrong. */
export class UsageError extends CommandError {
  override name = 'UsageError';

  constructor(message: string, hint?: string, details?: Readonly<Record<string, unknown>>) {
    super(message, { exit: 'usage', code: 'USAGE', hint, details });
  }
}

/** There is no key to call with. */
export class NoCredentialError extends CommandError {
  override name = 'NoCredentialError';

  constructor(message: string, hint: string) {
    super(message, { exit: 'credentials', code: 'NO_CREDENTIAL', hint });
  }
}

/** No answer: no listener, a broken connection, or a timeout. Says nothing about mail. */
export class UnreachableError extends CommandError {
  override name = 'UnreachableError';

  constructor(message: string, details?: Readonly<Record<string, unknown>>, cause?: unknown) {
    super(
      message,
      { exit: 'unreachable', code: 'UNREACHABLE', details, hint: 'agentmail up, or agentmail doctor' },
      { cause },
    );
  }
}

/** The home has no running daemon. */
export class NoDaemonError extends UnreachableError {
  override name = 'NoDaemonError';
}
