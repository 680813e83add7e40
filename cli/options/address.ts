import type { Argument, Flag } from '../command.ts';

/** The address of `Ann <ann@example.com>`; any other text as it is, for the daemon to judge. */
export function addressOf(text: string): string {
  return /^[^<>]*<\s*([^<>\s]+)\s*>\s*$/.exec(text)?.[1] ?? text;
}

/** The same flag or argument, which takes an address with a name too. */
export function addressed<Taken extends Flag<unknown> | Argument<unknown>>(taken: Taken): Taken {
  return { ...taken, parse: addressOf };
}
