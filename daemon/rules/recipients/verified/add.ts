import type { BodyOf, ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type { addRecipient as contract } from '../../../../shared/contract/verified-recipients.ts';
import type { Principal } from '../../../access/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../../platform/store/store.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import { lowerAscii } from '../../../platform/system/mail-address.ts';
import { dailyBudget } from '../../budgets/charge.ts';
import type { RulesContext } from '../../context.ts';
import { checkDeliverability } from '../deliverability/check.ts';
import { isSuppressed } from '../suppressions.ts';
import { assertMayAttest, recordAttestation } from './attestations.ts';
import { invite, linkExpiry } from './invite.ts';
import { assertNotSuspended } from './suspension.ts';
import { statusOf, type VerifiedRecipientRow } from './table.ts';
import {
  assertNoneReached,
  assertRoom,
  domainOf,
  domainWindow,
  hourlyWindow,
  recordRequest,
} from './windows.ts';

type AddedRecipient = ReplyOf<typeof contract>;

interface AddRequest {
  readonly principal: Principal;
  readonly email: string;
  /** How the recipient is confirmed. The account's own address is confirmed at once and doesn't count. */
  readonly origin: VerifiedRecipientRow['origin'];
}

/** `POST /v1/recipients`. Checks go from cheap and definite ones to limits, and DNS comes last. */
export async function addRecipient(
  context: RulesContext,
  principal: Principal,
  body: BodyOf<typeof contract>,
): Promise<AddedRecipient> {
  const request = readRequest(principal, body);
  const db = context.store.read;
  await assertMayAdd(context, { db, now: context.clock.now() }, request);
  if (request.origin !== 'own') {
    await assertNotSuppressed(db, principal.account.id, request.email);
    await assertValid(context, db, request.email);
  }
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    // Checks again: parallel requests may have added recipients during the DNS query.
    const known = await assertMayAdd(context, transaction, request);
    return write(context, transaction, { ...request, known });
  });
}

function readRequest(principal: Principal, body: BodyOf<typeof contract>): AddRequest {
  const email = lowerAscii(body.email.trim());
  const origin =
    email === principal.account.email.toLowerCase() ? 'own' : body.attest === true ? 'attested' : 'link';
  return { principal, email, origin };
}

const ALREADY = {
  pending: "This recipient was already asked and hasn't confirmed yet.",
  confirmed: 'This recipient is already confirmed.',
} as const;

/** The row to revive, if there is one. */
async function assertMayAdd(
  context: RulesContext,
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  { principal: { account }, email, origin }: AddRequest,
): Promise<VerifiedRecipientRow | undefined> {
  if (account.tier !== 'sandbox') throw new ServiceError('TIER_LIMIT', { reason: 'sandbox_only' });
  await assertNotSuspended(db, account.id);
  const known = await db
    .selectFrom('verified_recipients')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('email', '=', email)
    .executeTakeFirst();
  if (known && statusOf(known, now) !== 'expired') {
    throw new ServiceError(
      'CONFLICT',
      { reason: `already_${known.status}` },
      { message: ALREADY[known.status] },
    );
  }
  if (origin === 'own') return known;
  await assertRoom(db, account.id, now);
  if (origin === 'attested') await assertMayAttest(context, db, { account, now });
  const limits = [await hourlyWindow(db, account.id, now)];
  if (origin === 'link') {
    limits.push(
      await domainWindow(db, { accountId: account.id, domain: domainOf(email), now }),
      await dailyBudget(db, account.id, now),
    );
  }
  assertNoneReached(limits, now);
  return known;
}

/** Suppressed people aren't asked: no send could reach them. */
export async function assertNotSuppressed(db: Queries, accountId: string, email: string): Promise<void> {
  if (await isSuppressed(db, accountId, email)) {
    throw new ServiceError('RECIPIENT_VALIDATION_FAILED', { reason: 'RECIPIENT_SUPPRESSED' });
  }
}

/** The deliverability checks of a send, but failing closed: an address that can't be checked isn't added. */
async function assertValid(context: RulesContext, db: Queries, email: string): Promise<void> {
  const found = await checkDeliverability(context, db, { recipient: email, answering: false });
  if (found.kind === 'refused') {
    throw new ServiceError('RECIPIENT_VALIDATION_FAILED', { ...found.details, reason: found.code });
  }
  if (found.kind === 'unknown') {
    throw new ServiceError('RECIPIENT_VALIDATION_UNAVAILABLE', { retry_after: 60 });
  }
}

async function write(
  context: RulesContext,
  transaction: Transaction,
  { principal, email, origin, known }: AddRequest & { readonly known: VerifiedRecipientRow | undefined },
): Promise<AddedRecipient> {
  const { db, now } = transaction;
  const { account } = principal;
  const id = known?.id ?? transaction.newId();
  const confirmed = origin !== 'link';
  const row: VerifiedRecipientRow = {
    id,
    account_id: account.id,
    email,
    status: confirmed ? 'confirmed' : 'pending',
    origin,
    token_hash: confirmed ? null : await invite(context, transaction, { account_id: account.id, email }),
    created_at: known?.created_at ?? now,
    expires_at: linkExpiry(now),
    confirmed_at: confirmed ? now : null,
  };
  if (origin === 'attested') await recordAttestation(context, transaction, { account, email });
  if (origin !== 'own') {
    const request = { accountId: account.id, recipientId: id, email, mailed: !confirmed, resend: false };
    await recordRequest(transaction, request);
  }
  if (known) await db.updateTable('verified_recipients').set(row).where('id', '=', id).execute();
  else await db.insertInto('verified_recipients').values(row).execute();
  await transaction.audit({
    kind: confirmed ? 'verified_recipient.confirmed' : 'verified_recipient.requested',
    accountId: account.id,
    actor: principal.actor,
    target: id,
    after: { email, origin },
  });
  return {
    id,
    email,
    status: row.status,
    created_at: isoTime(row.created_at),
    ...(confirmed && { confirmed_at: isoTime(now) }),
  };
}
