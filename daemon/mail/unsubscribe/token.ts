import type { Secrets } from '../../platform/system/secrets.ts';

const PURPOSE = 'unsubscribe';
/** The link is self-contained, because mailbox and message may be deleted. */
const SEPARATOR = ' ';

export interface Subscription {
  readonly accountId: string;
  /** Lower case. */
  readonly recipient: string;
}

/** A sealed token for an account and a recipient. */
export function unsubscribeToken(secrets: Secrets, { accountId, recipient }: Subscription): string {
  return secrets.sealToken(PURPOSE, `${accountId}${SEPARATOR}${recipient.toLowerCase()}`);
}

/** Opens a token; null when this daemon didn't issue it. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subscription | null {
  const text = secrets.unsealToken(PURPOSE, token);
  if (text === null) return null;
  const end = text.indexOf(SEPARATOR);
  return { accountId: text.slice(0, end), recipient: text.slice(end + 1) };
}
