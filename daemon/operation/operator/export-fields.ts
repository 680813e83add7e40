import type { MessageRow } from '../../mail/messages/table.ts';

/** Header fields of an exported message with facts that its source doesn't have. */
export function exportFields({
  id,
  mailbox_name,
  state,
}: Pick<MessageRow, 'id' | 'mailbox_name' | 'state'>): string {
  return `X-Agentmail-Id: ${id}\nX-Agentmail-Mailbox: ${mailbox_name}\nX-Agentmail-State: ${state}\n`;
}

/** The source with Unix line ends, one character for each byte: mail may be in any charset. */
export function withUnixLines(raw: Buffer): string {
  return raw.toString('latin1').replaceAll('\r\n', '\n');
}
