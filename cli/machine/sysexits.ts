import type { ExitName } from './exit-codes.ts';

/** Exit codes of sysexits.h, which callers of sendmail know. The mail of a held message was taken. */
const SYSEXITS: Readonly<Record<ExitName, number>> = {
  ok: 0,
  changes: 0,
  held: 0,
  // EX_USAGE
  usage: 64,
  // EX_SOFTWARE
  internal: 70,
  // EX_TEMPFAIL: queues try again
  transient: 75,
  unreachable: 75,
  nothing_arrived: 75,
  // EX_NOPERM
  credentials: 77,
  refused: 77,
};

/** EX_NOUSER */
const NO_USER = 67;
/** EX_DATAERR: the message is wrong, not the command line. */
const DATA_ERROR = 65;

const NO_RECIPIENT: ReadonlySet<string> = new Set([
  'RECIPIENT_ADDRESS_INVALID',
  'RECIPIENT_UNDELIVERABLE',
  'RECIPIENT_DOMAIN_TYPO_SUSPECTED',
]);

/** The exit code of `agentmail sendmail` for an outcome, or for a failure with its code. */
export function sysexitOf({
  exit,
  code = 'USAGE',
}: {
  readonly exit: ExitName;
  readonly code?: string;
}): number {
  if (NO_RECIPIENT.has(code)) return NO_USER;
  return exit === 'usage' && code !== 'USAGE' ? DATA_ERROR : SYSEXITS[exit];
}
