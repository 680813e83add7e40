import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import { type grantTrustedSource, TRUST_DAYS } from '../../../shared/contract/trust.ts';
import type { Principal } from '../../access/principal.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { RulesContext } from '../context.ts';
import { resolveMailbox } from '../mailboxes/table.ts';
import { assertFreshProof } from '../policies/fresh-proof.ts';
import { assertAccountable, assertResidualRiskKnown } from './accountability.ts';
import { type SenderAddress, senderAddress } from './address.ts';
import { assertAnchor, assertVerifiedHistory } from './evidence.ts';
import {
  type Eligibility,
  projectSource,
  statusOf,
  type TrustedSourceRow,
  type TrustedSourceView,
  tellTrust,
} from './table.ts';

/** `POST /v1/mailboxes/:id/trusted-sources`. */
export async function grantSource(
  context: RulesContext,
  principal: Principal,
  { reference, body }: { readonly reference: string; readonly body: BodyOf<typeof grantTrustedSource> },
): Promise<TrustedSourceView> {
  const named = readValue(body.value);
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
  await assertFreshProof(context, principal, { scope: 'trusted_source_grant', mailboxId: mailbox.id, body });
  await assertAccountable(db, principal.account.id);
  assertResidualRiskKnown(body.residual_ack_version);
  if (body.address_attestation !== true) {
    throw new ServiceError('INSTRUCTION_TRUST_ADDRESS_ATTESTATION_REQUIRED');
  }
  if (named === 'domain') throw new ServiceError('INSTRUCTION_TRUST_DOMAIN_GRAIN_UNSUPPORTED');
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    // The mailbox may have been removed or paused meanwhile.
    await resolveMailbox(transaction.db, principal, { reference: mailbox.id, unbound: 'denied_403' });
    const { address, proof, known } = await findEvidence(transaction, {
      mailboxId: mailbox.id,
      named,
      messageId: body.message_id,
    });
    const days = body.expires_in_days ?? TRUST_DAYS.default;
    const row = await writeSource(transaction, known, {
      account_id: principal.account.id,
      mailbox_id: mailbox.id,
      value: address.value,
      value_ascii: address.ascii,
      expires_at: transaction.now + days * DAY,
      revoked_at: null,
      eligibility: proof,
    });
    await transaction.audit({
      kind: 'trusted_source.granted',
      accountId: row.account_id,
      mailboxId: row.mailbox_id,
      actor: principal.actor,
      target: row.id,
      after: { value: row.value, expires_at: isoTime(row.expires_at) },
    });
    await tellTrust(transaction, { type: 'trusted_source.granted', row, actor: principal.actor });
    return projectSource(row, transaction.now);
  });
}

/** Parses an address, or a domain pattern, which is refused later with its own code. */
function readValue(value: string | undefined): SenderAddress | 'domain' | undefined {
  if (value === undefined) return undefined;
  if (value.trim().startsWith('@')) return 'domain';
  const address = senderAddress(value);
  if (address) return address;
  throw invalidField('value', 'must be an email address');
}

interface Evidence {
  readonly address: SenderAddress;
  readonly proof: Eligibility;
  /** The address's earlier row, if any. */
  readonly known: TrustedSourceRow | undefined;
}

interface FindEvidenceInput {
  readonly mailboxId: string;
  readonly named: SenderAddress | undefined;
  readonly messageId: string | undefined;
}

async function findEvidence(
  { db, now }: Transaction,
  { mailboxId, named, messageId }: FindEvidenceInput,
): Promise<Evidence> {
  if (named !== undefined) {
    const known = await assertNotActive(db, { mailboxId, value: named.value, now });
    return { address: named, proof: await assertVerifiedHistory(db, mailboxId, named), known };
  }
  const anchor = await assertAnchor(db, mailboxId, messageId ?? '');
  return { ...anchor, known: await assertNotActive(db, { mailboxId, value: anchor.address.value, now }) };
}

async function assertNotActive(
  db: Queries,
  { mailboxId, value, now }: { readonly mailboxId: string; readonly value: string; readonly now: number },
): Promise<TrustedSourceRow | undefined> {
  const known = await db
    .selectFrom('trusted_sources')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('value', '=', value)
    .executeTakeFirst();
  if (known && statusOf(known, now) === 'active') {
    throw new ServiceError('TRUSTED_SOURCE_ALREADY_EXISTS');
  }
  return known;
}

/** Revives the earlier row of an address, or inserts one. */
async function writeSource(
  transaction: Transaction,
  known: TrustedSourceRow | undefined,
  columns: Omit<TrustedSourceRow, 'id' | 'created_at'>,
): Promise<TrustedSourceRow> {
  const { db, now } = transaction;
  if (known) {
    await db.updateTable('trusted_sources').set(columns).where('id', '=', known.id).execute();
    return { ...known, ...columns };
  }
  const row = { id: transaction.newId(), created_at: now, ...columns };
  await db.insertInto('trusted_sources').values(row).execute();
  return row;
}
