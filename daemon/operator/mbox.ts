import type { MessageRow } from '../messages/table.ts';
import { SECOND } from '../system/clock.ts';

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
  // One character for each byte: mail may be in any charset.
  const source = raw.toString('latin1').replaceAll('\r\n', '\n');
  const quoted = source.replace(/(^|\n)(>*From )/g, '$1>$2');
  const end = quoted.endsWith('\n') ? '\n' : '\n\n';
  return Buffer.from(`${separator(message)}\n${fields(message)}${quoted}${end}`, 'latin1');
}

/** `From ann@example.org Thu Nov  5 10:50:12 2026`, in UTC. */
function separator({ envelope_sender, sender, created_at }: MboxMessage): string {
  const from = (envelope_sender || sender).replace(/[^\x21-\x7e]+/g, '-') || 'MAILER-DAEMON';
  const at = new Date(Math.floor(created_at / SECOND) * SECOND);
  const day = String(at.getUTCDate()).padStart(2, ' ');
  const time = at.toISOString().slice(11, 19);
  return `From ${from} ${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${day} ${time} ${at.getUTCFullYear()}`;
}

/** Facts that the message itself doesn't have; mail programs know the two status fields. */
function fields({ id, state, read_at, starred, mailbox_name }: MboxMessage): string {
  const flags = `${starred ? 'F' : ''}${state === 'draft' ? 'T' : ''}`;
  return [
    `X-Agentmail-Id: ${id}`,
    `X-Agentmail-Mailbox: ${mailbox_name}`,
    `X-Agentmail-State: ${state}`,
    `Status: ${read_at === null ? 'O' : 'RO'}`,
    ...(flags === '' ? [] : [`X-Status: ${flags}`]),
  ]
    .map((field) => `${field}\n`)
    .join('');
}
