import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { assertTarget } from '../../../events/webhooks/target.ts';
import { invalidField, ServiceError } from '../../../platform/errors/service-error.ts';
import { parseAddress } from '../../../platform/system/mail-address.ts';
import type { Secrets } from '../../../platform/system/secrets.ts';
import { routeAddress } from '../../../rules/mailboxes/route-address.ts';
import { isConfirmedRecipient } from '../../../rules/recipients/verified/table.ts';
import { ntfyTopic } from './forms/ntfy.ts';
import type { NoticeTargetRow } from './table.ts';

type NoticeContext = Pick<Context, 'clock' | 'config' | 'poster' | 'store'>;

/** An address as a caller wrote it. */
export interface GivenAddress {
  readonly format: NoticeTargetRow['format'];
  /** Undefined only for email: the address of the account. */
  readonly address: string | undefined;
}

/** Returns the address, or refuses it. */
export async function checkAddress(
  context: NoticeContext,
  principal: Principal,
  { format, address }: GivenAddress,
): Promise<string> {
  if (format === 'email') return checkEmail(context, principal, address ?? principal.account.email);
  if (address === undefined) throw invalidField('address', 'is required: the URL to post to');
  await assertTarget(context, address, 'address');
  if (format === 'ntfy' && ntfyTopic(new URL(address)) === null) {
    throw invalidField('address', 'must end with a topic, such as https://ntfy.sh/my-topic');
  }
  return address;
}

/**
 * A mailbox of this service can't be told: agents read it, and a held notice would cause the next one. Trial
 * accounts tell confirmed people only, as they write to them only.
 */
async function checkEmail(
  { clock, config, store }: NoticeContext,
  { account }: Principal,
  address: string,
): Promise<string> {
  if (parseAddress(address) === null) throw invalidField('address', 'must be an email address');
  const { kind } = await routeAddress(store.read, config.platformDomain, { address, now: clock.now() });
  if (kind !== 'elsewhere') {
    throw invalidField('address', 'must be outside this service: agents read the mailboxes here');
  }
  const isOwn = address.toLowerCase() === account.email.toLowerCase();
  if (!isOwn && account.tier === 'sandbox' && !(await isConfirmedRecipient(store.read, account.id, address)))
    throw new ServiceError('SANDBOX_RECIPIENT_NOT_VERIFIED', { recipient: address });
  return address;
}

/** Columns of an address. The path of a URL is what authorizes posts, so it is sealed and never shown. */
export function addressColumns(
  secrets: Secrets,
  {
    id,
    format,
    address,
  }: { readonly id: string; readonly format: NoticeTargetRow['format']; readonly address: string },
): Pick<NoticeTargetRow, 'address' | 'url'> {
  if (format === 'email') return { address, url: null };
  return { address: `${new URL(address).origin}/…`, url: secrets.seal(sealOf(id), address) };
}

/** The URL to post to; null when it can't be unsealed. */
export function openUrl(secrets: Secrets, { id, url }: Pick<NoticeTargetRow, 'id' | 'url'>): string | null {
  try {
    return url && secrets.unseal(sealOf(id), url);
  } catch {
    return null;
  }
}

function sealOf(id: string): string {
  return `notice-url:${id}`;
}
