import type { Actor } from '../../../platform/store/actor.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { hashToken, isToken } from '../../../platform/system/random-token.ts';
import type { RulesContext } from '../../context.ts';
import { statusOf } from './table.ts';

/** Target of a confirmation link. */
export type Invitation =
  | {
      readonly kind: 'open' | 'confirmed';
      readonly id: string;
      readonly accountId: string;
      readonly email: string;
      /** Email of the inviting account. */
      readonly owner: string;
    }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

const RECIPIENT: Actor = { type: 'system', id: 'confirmation_link' };

/** Looks up a link without effects: mail scanners open links too. */
export function findInvitation(
  context: Pick<RulesContext, 'store' | 'clock'>,
  token: string,
): Promise<Invitation> {
  return find(context.store.read, token, context.clock.now());
}

/** Confirms what a link leads to; a second time it stays confirmed. */
export async function confirmInvitation(
  context: Pick<RulesContext, 'store' | 'clock'>,
  token: string,
): Promise<Invitation> {
  const invitation = await findInvitation(context, token);
  if (invitation.kind !== 'open') return invitation;
  return context.store.write({ account: invitation.accountId }, async (transaction) => {
    const { db, now } = transaction;
    const found = await find(db, token, now);
    if (found.kind !== 'open') return found;
    await db
      .updateTable('verified_recipients')
      .set({ status: 'confirmed', confirmed_at: now })
      .where('id', '=', found.id)
      .execute();
    await transaction.audit({
      kind: 'verified_recipient.confirmed',
      accountId: found.accountId,
      actor: RECIPIENT,
      target: found.id,
      after: { email: found.email, origin: 'link' },
    });
    return { ...found, kind: 'confirmed' };
  });
}

async function find(db: Queries, token: string, now: number): Promise<Invitation> {
  if (!isToken(token)) return { kind: 'unknown' };
  const row = await db
    .selectFrom('verified_recipients')
    .innerJoin('accounts', 'accounts.id', 'verified_recipients.account_id')
    .selectAll('verified_recipients')
    .select(['accounts.email as owner', 'accounts.status as account_status'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row || row.account_status === 'deleted') return { kind: 'unknown' };
  const status = statusOf(row, now);
  if (status === 'expired') return { kind: 'expired' };
  return {
    kind: status === 'confirmed' ? 'confirmed' : 'open',
    id: row.id,
    accountId: row.account_id,
    email: row.email,
    owner: row.owner,
  };
}
