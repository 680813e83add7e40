import type { MessageRow } from '../../mail/messages/table.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { exportFields, withUnixLines } from './export-fields.ts';

type MaildirMessage = Pick<
  MessageRow,
  'id' | 'state' | 'direction' | 'created_at' | 'read_at' | 'starred' | 'mailbox_name'
>;

/** A file of a Maildir: one for each message. */
interface MaildirFile {
  /** `helper/cur/1795171812.<id>.agentmail:2,S`; a folder for each mailbox. */
  readonly path: string;
  readonly content: Buffer;
  readonly modifiedAt: Date;
}

/**
 * A message as a file of a Maildir. Its name has the ID, so nothing that a sender chose. Unread mail without
 * flags is in `new`, all other in `cur`.
 */
export function asMaildirFile(message: MaildirMessage, raw: Buffer): MaildirFile {
  const { id, created_at: at, mailbox_name: mailbox } = message;
  const flags = flagsOf(message);
  const name = `${Math.floor(at / SECOND)}.${id}.agentmail`;
  return {
    path: flags === '' ? `${mailbox}/new/${name}` : `${mailbox}/cur/${name}:2,${flags}`,
    content: Buffer.from(`${exportFields(message)}${withUnixLines(raw)}`, 'latin1'),
    modifiedAt: new Date(at),
  };
}

/** Draft, flagged and seen, in the order of the alphabet that the format asks for. */
function flagsOf({ state, direction, read_at, starred }: MaildirMessage): string {
  const isSeen = read_at !== null || direction === 'outbound';
  return `${state === 'draft' ? 'D' : ''}${starred ? 'F' : ''}${isSeen ? 'S' : ''}`;
}
