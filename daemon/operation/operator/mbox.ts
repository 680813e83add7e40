import type { MessageRow } from '../../mail/messages/table.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { exportFields, withUnixLines } from './export-fields.ts';

type MboxMessage = Pick<
  MessageRow,
  'id' | 'state' | 'sender' | 'envelope_sender' | 'created_at' | 'read_at' | 'starred' | 'mailbox_name'
>;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * A message as an entry of an mbox file (RFC 4155) in its variant mboxrd, whose quoting can be undone
 * exactly.
 */
export function asMboxEntry(message: MboxMessage, raw: Buffer): Buffer {
  const quoted = withUnixLines(raw).replace(/(^|\n)(>*From )/g, '$1>$2');
  const end = quoted.endsWith('\n') ? '\n' : '\n\n';
  return Buffer.from(
    `${separator(message)}\n${exportFields(message)}${statusFields(message)}${quoted}${end}`,
    'latin1',
  );
}

/** `From ann@example.org Thu Nov  5 10:50:12 2026`, in UTC. */
function separator({ envelope_sender, sender, created_at }: MboxMessage): string {
  const from = (envelope_sender || sender).replace(/[^\x21-\x7e]+/g, '-') || 'MAILER-DAEMON';
  const at = new Date(Math.floor(created_at / SECOND) * SECOND);
  const day = String(at.getUTCDate()).padStart(2, ' ');
  const time = at.toISOString().slice(11, 19);
  return `From ${from} ${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${day} ${time} ${at.getUTCFullYear()}`;
}

/** The status as mail programs know it. */
function statusFields({ state, read_at, starred }: MboxMessage): string {
  const flags = `${starred ? 'F' : ''}${state === 'draft' ? 'T' : ''}`;
  return `Status: ${read_at === null ? 'O' : 'RO'}\n${flags === '' ? '' : `X-Status: ${flags}\n`}`;
}
