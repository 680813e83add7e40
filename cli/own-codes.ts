import type { ExitName } from './exit-codes.ts';

interface OwnCode {
  readonly exit: ExitName;
  readonly message: string;
}

/** Error codes of the command line itself; the daemon's are in the contract. */
export const OWN_CODES = {
  USAGE: { exit: 'usage', message: 'The command or a value in it is wrong.' },
  INTERNAL: { exit: 'internal', message: 'Something went wrong inside the command line.' },
  DAMAGED_FILE: { exit: 'internal', message: 'A file of the home folder is not what it should be.' },
  HELD_FILE: { exit: 'transient', message: 'Another command holds a file of the home folder.' },
  OUTPUT_LOST: { exit: 'internal', message: 'The result could not be written to stdout.' },
  NO_ACCESS: { exit: 'usage', message: 'A file or folder cannot be read or written.' },
  NO_CREDENTIAL: { exit: 'credentials', message: 'There is no key to call with.' },
  UNREACHABLE: { exit: 'unreachable', message: 'No answer came from the daemon.' },
  UNEXPECTED_REPLY: { exit: 'internal', message: 'The answer is not what the contract says.' },
  NOT_SENT: { exit: 'refused', message: 'The draft or edited message was not sent.' },
  NOT_TAKEN: { exit: 'refused', message: 'The SMTP listener did not take the mail.' },
  NOTHING_ARRIVED: { exit: 'nothing_arrived', message: 'Nothing arrived in time.' },
  EXEC_FAILED: { exit: 'transient', message: 'The command for a message failed; the message stays unread.' },
  NOTHING_FOUND: { exit: 'nothing_arrived', message: 'The message has nothing of what was asked for.' },
  NOT_STARTED: { exit: 'internal', message: 'The daemon did not start; its log says why.' },
  STILL_RUNNING: { exit: 'transient', message: 'The daemon has not stopped in time.' },
  SERVICE_MANAGER_FAILED: {
    exit: 'internal',
    message: 'The manager of services of this machine refused.',
  },
  NOT_CHANGED: { exit: 'refused', message: 'The setting was not changed.' },
  BACKUP_NOT_PLACED: { exit: 'usage', message: 'The backup was made, but not put where it should go.' },
  NOT_RESTORED: { exit: 'refused', message: 'The backup was not put back; the home is as it was.' },
  NO_LOG: { exit: 'usage', message: 'There is no log yet.' },
  NO_WEBHOOK: { exit: 'usage', message: 'There is no webhook that could be told.' },
  TOUR_BROKEN: { exit: 'internal', message: 'A step of the tour did not end as it should.' },
  SCAN_FAILED: { exit: 'internal', message: 'The message could not be scanned.' },
  ADMIN_KEY: { exit: 'refused', message: 'Models are not served with the key of a person.' },
  CONTENT_WITHHELD: { exit: 'refused', message: 'The message is held back, and its text is withheld.' },
  SIGNATURE_MISSING: { exit: 'refused', message: 'The request has no signature.' },
  SIGNATURE_MALFORMED: { exit: 'refused', message: 'The signature cannot be read.' },
  SIGNATURE_MISMATCH: { exit: 'refused', message: 'The signature does not belong to this body and secret.' },
  TIMESTAMP_OUT_OF_TOLERANCE: { exit: 'refused', message: 'The request is too old, or from the future.' },
  BODY_MALFORMED: { exit: 'refused', message: 'The body is no event.' },
} as const satisfies Record<string, OwnCode>;

export type OwnCodeName = keyof typeof OWN_CODES;
