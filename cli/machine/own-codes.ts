import type { ExitName } from './exit-codes.ts';

interface OwnCode {
  readonly exit: ExitName;
  readonly message: string;
}

/** Error codes of the command line itself; the daemon's are in the contract. */
export const OWN_CODES = {
  USAGE: { exit: 'usage', message: 'The command or one of its values is invalid.' },
  INTERNAL: { exit: 'internal', message: 'Internal error of the command line.' },
  DAMAGED_FILE: { exit: 'internal', message: 'A file in the home folder is damaged.' },
  HELD_FILE: { exit: 'transient', message: 'Another command has locked a file in the home folder.' },
  OUTPUT_LOST: { exit: 'internal', message: "The result couldn't be written to stdout." },
  NO_ACCESS: { exit: 'usage', message: "A file or folder can't be read or written." },
  NO_CREDENTIAL: { exit: 'credentials', message: 'No API key is configured.' },
  UNREACHABLE: { exit: 'unreachable', message: "The daemon didn't respond." },
  UNEXPECTED_REPLY: { exit: 'internal', message: "The response doesn't match the API contract." },
  REGISTRY_FAILED: { exit: 'transient', message: "The npm registry didn't name the newest version." },
  NOT_SENT: { exit: 'refused', message: 'The message, draft or edited message was not sent.' },
  NOT_TAKEN: { exit: 'refused', message: 'The SMTP listener refused the message.' },
  NOTHING_ARRIVED: { exit: 'nothing_arrived', message: 'No message arrived before the timeout.' },
  EXEC_FAILED: { exit: 'transient', message: 'The command for a message failed. The message stays unread.' },
  NOTHING_FOUND: { exit: 'nothing_arrived', message: 'The message has no match for --extract.' },
  NOT_STARTED: { exit: 'internal', message: "The daemon didn't start. Its log has the reason." },
  STILL_RUNNING: { exit: 'transient', message: "The daemon didn't stop in time." },
  SERVICE_MANAGER_FAILED: {
    exit: 'internal',
    message: "The system's service manager refused the command.",
  },
  NOT_CHANGED: { exit: 'refused', message: "The setting wasn't changed." },
  SETUP_INVALID: { exit: 'refused', message: 'The setup file is invalid.' },
  SETUP_CHANGED: { exit: 'refused', message: 'The setup was changed after it was planned.' },
  CLIENT_NOT_CHANGED: { exit: 'refused', message: "The configuration of the MCP client wasn't changed." },
  BACKUP_NOT_PLACED: {
    exit: 'usage',
    message: "The backup was created but couldn't be moved to its destination.",
  },
  NOT_RESTORED: { exit: 'refused', message: "The backup wasn't restored. The home folder is unchanged." },
  NO_LOG: { exit: 'usage', message: 'There is no log yet.' },
  NO_WEBHOOK: { exit: 'usage', message: 'There is no enabled webhook to test.' },
  TOUR_BROKEN: { exit: 'internal', message: 'A step of the tour failed.' },
  SCAN_FAILED: { exit: 'internal', message: "The message couldn't be scanned." },
  ADMIN_KEY: { exit: 'refused', message: "The MCP server doesn't run with the credential of a person." },
  CONTENT_WITHHELD: { exit: 'refused', message: 'The message is held and its text is withheld.' },
  SIGNATURE_MISSING: { exit: 'refused', message: 'The request has no signature.' },
  SIGNATURE_MALFORMED: { exit: 'refused', message: 'The signature is malformed.' },
  SIGNATURE_MISMATCH: { exit: 'refused', message: "The signature doesn't match the body and secret." },
  TIMESTAMP_OUT_OF_TOLERANCE: {
    exit: 'refused',
    message: "The signature's timestamp is too far from the current time.",
  },
  BODY_MALFORMED: { exit: 'refused', message: "The body isn't an event." },
} as const satisfies Record<string, OwnCode>;

export type OwnCodeName = keyof typeof OWN_CODES;
