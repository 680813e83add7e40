import { sql } from 'kysely';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { SenderAuthentication } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { type SenderAddress, senderAddress } from './address.ts';
import type { Eligibility } from './table.ts';

/** Messages that prove a sender: readable and `verified_aligned`. */
function provenMessages(db: Queries, mailboxId: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'sender', 'sender_authentication', 'created_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'inbound')
    .where('state', '=', 'available')
    .where(sql<boolean>`sender_authentication ->> 'verdict' = 'verified_aligned'`);
}

/** The newest message that proves an address, or a refusal. */
export async function assertVerifiedHistory(
  db: Queries,
  mailboxId: string,
  { value, ascii }: SenderAddress,
): Promise<Eligibility> {
  const rows = await provenMessages(db, mailboxId)
    .where(sql<string>`lower(sender)`, 'in', [value, ascii])
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute();
  const proof = rows.map(eligibilityOf).find((found) => found !== null);
  if (!proof) throw new ServiceError('TRUSTED_SOURCE_NO_VERIFIED_HISTORY');
  return proof;
}

/** The address that a message proves, or a refusal. */
export async function assertAnchor(
  db: Queries,
  mailboxId: string,
  messageId: string,
): Promise<{ readonly address: SenderAddress; readonly proof: Eligibility }> {
  const row = await provenMessages(db, mailboxId).where('id', '=', messageId).executeTakeFirst();
  const proof = row ? eligibilityOf(row) : null;
  const address = row ? senderAddress(row.sender) : null;
  if (!proof || !address) {
    throw new ServiceError('TRUSTED_SOURCE_ANCHOR_NOT_ELIGIBLE');
  }
  return { address, proof };
}

function eligibilityOf(row: {
  readonly id: string;
  readonly sender_authentication: SenderAuthentication | null;
  readonly created_at: number;
}): Eligibility | null {
  if (row.sender_authentication === null) return null;
  const { verdict, from_domain, signing_domain, provenance } = row.sender_authentication;
  if (verdict !== 'verified_aligned') return null;
  const received_at = isoTime(row.created_at);
  return { message_id: row.id, verdict, from_domain, signing_domain, provenance, received_at };
}
