import type { Secrets } from '../system/secrets.ts';

const PURPOSE = 'unsubscribe';
/** A mailbox may be deleted and a message too: what the link needs is in the link. */
const SEPARATOR = ' ';

export interface Subscription {
  readonly accountId: string;
  /** Lower case. */
  readonly recipient: string;
}

/** Names an account and a recipient, sealed: it says nothing to others and cannot be made up. */
export function unsubscribeToken(secrets: Secrets, { accountId, recipient }: Subscription): string {
  return secrets.seal(PURPOSE, `${accountId}${SEPARATOR}${recipient.toLowerCase()}`).toString('base64url');
}

/** What a token names, or null when it is none of this daemon's. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subscription | null {
  try {
    const text = secrets.unseal(PURPOSE, Buffer.from(token, 'base64url'));
    const end = text.indexOf(SEPARATOR);
    return { accountId: text.slice(0, end), recipient: text.slice(end + 1) };
  } catch {
    return null;
  }
}
