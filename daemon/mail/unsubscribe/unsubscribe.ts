import type { Queries } from '../../platform/store/store.ts';
import { simulatorScenario } from '../../rules/recipients/simulator.ts';
import { isSuppressed, suppress } from '../../rules/recipients/suppressions.ts';
import type { MailContext } from '../context.ts';
import { readUnsubscribeToken, type Subscription } from './token.ts';

/** Target of an unsubscribe link. */
export type Unsubscription =
  | { readonly kind: 'open' | 'done'; readonly recipient: string }
  /** Not a link of this daemon, or its account is deleted. */
  | { readonly kind: 'unknown' };

/** Looks up a link without effects: mail scanners open links too. */
export async function findUnsubscription(
  context: Pick<MailContext, 'store' | 'secrets'>,
  token: string,
): Promise<Unsubscription> {
  const { read } = context.store;
  const subscription = await find(context, read, token);
  if (!subscription) return { kind: 'unknown' };
  const { accountId, recipient } = subscription;
  return { kind: (await isSuppressed(read, accountId, recipient)) ? 'done' : 'open', recipient };
}

/** Suppresses the recipient for this account; repeating it changes nothing. */
export async function unsubscribe(context: MailContext, token: string): Promise<Unsubscription> {
  const subscription = await find(context, context.store.read, token);
  if (!subscription) return { kind: 'unknown' };
  const { accountId, recipient } = subscription;
  return context.store.write({ account: accountId }, async (transaction) => {
    if (!simulatorScenario(recipient, context.config.platformDomain)) {
      await suppress(transaction, {
        accountId,
        address: recipient,
        finding: {
          reason: 'unsubscribe',
          source: 'unsubscribe_link',
        },
      });
    }
    return { kind: 'done', recipient };
  });
}

async function find(
  { secrets }: Pick<MailContext, 'secrets'>,
  db: Queries,
  token: string,
): Promise<Subscription | null> {
  const subscription = readUnsubscribeToken(secrets, token);
  if (!subscription) return null;
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', subscription.accountId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
  return account ? subscription : null;
}
