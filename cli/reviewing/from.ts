import type { z } from 'zod';
import type { mailbox } from '../../shared/contract/mailboxes.ts';
import type { Detail } from '../views/messages.ts';

type Named = Pick<z.output<typeof mailbox>, 'effective_from_display' | 'address'>;

/** The From field that a recipient of mail that goes out gets; null for mail that comes in. */
export function fromDisplay(
  { direction, sender }: Pick<Detail, 'direction' | 'sender'>,
  mailbox: Named | undefined,
): string | null {
  if (direction !== 'outbound' || !mailbox) return null;
  const { effective_from_display: shown, address } = mailbox;
  const end = `<${address}>`;
  return shown.endsWith(end) ? `${shown.slice(0, -end.length)}<${sender}>` : shown;
}
