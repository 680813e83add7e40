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
  return secrets.sealToken(PURPOSE, `${accountId}${SEPARATOR}${recipient.toLowerCase()}`);
}

/** Returns what a token names, or null when this daemon did not issue it. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subscription | null {
  const text = secrets.unsealToken(PURPOSE, token);
  if (text === null) return null;
  const end = text.indexOf(SEPARATOR);
  return { accountId: text.slice(0, end), recipient: text.slice(end + 1) };
}
