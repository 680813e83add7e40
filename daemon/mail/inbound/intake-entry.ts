import type { IntakeEntry } from '../../platform/store/ports.ts';
import type { Peer } from '../../platform/store/schema.ts';
import { addressBlock } from '../../platform/system/address-block.ts';

/** Columns of a message that `intakeEntry` needs. */
export const INTAKE_COLUMNS = [
  'messages.id',
  'messages.mailbox_id',
  'messages.size_bytes',
  'messages.peer',
] as const;

interface IntakeRow {
  readonly id: string;
  readonly mailbox_id: string;
  readonly size_bytes: number;
  readonly peer: Peer | null;
}

export function intakeEntry({ id, mailbox_id: mailboxId, size_bytes: bytes, peer }: IntakeRow): IntakeEntry {
  return { id, mailboxId, bytes, sender: peer?.via === 'smtp' ? addressBlock(peer.address) : null };
}
