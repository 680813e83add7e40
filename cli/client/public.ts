import { type Client, createClient } from './client.ts';

/**
 * The client of the command line, for programs: `import { connect, sending } from 'agentmail/client'`.
 * Endpoints are values; a call is typed by the one it names, and its answer is checked against it.
 */

export * as accountLife from '../../shared/contract/account-life.ts';
export * as accountPolicy from '../../shared/contract/account-policy.ts';
export * as accounts from '../../shared/contract/accounts.ts';
export * as attachments from '../../shared/contract/attachments.ts';
export * as deliveryReports from '../../shared/contract/delivery-reports.ts';
export * as drafts from '../../shared/contract/drafts.ts';
export * as eventStream from '../../shared/contract/event-stream.ts';
export * as keys from '../../shared/contract/keys.ts';
export * as legalHolds from '../../shared/contract/legal-holds.ts';
export * as mailboxPolicies from '../../shared/contract/mailbox-policies.ts';
export * as mailboxes from '../../shared/contract/mailboxes.ts';
export * as notices from '../../shared/contract/notices.ts';
export * as platform from '../../shared/contract/platform.ts';
export * as reading from '../../shared/contract/reading.ts';
export * as recipientLists from '../../shared/contract/recipient-lists.ts';
export * as review from '../../shared/contract/review.ts';
export * as senderLists from '../../shared/contract/sender-lists.ts';
export * as sending from '../../shared/contract/sending.ts';
export * as stagedAttachments from '../../shared/contract/staged-attachments.ts';
export * as threads from '../../shared/contract/threads.ts';
export * as trust from '../../shared/contract/trust.ts';
export * as verifiedRecipients from '../../shared/contract/verified-recipients.ts';
export * as webhooks from '../../shared/contract/webhooks.ts';
export { CommandError, UnreachableError } from '../errors.ts';
export type { Client, RequestOf } from './client.ts';
export { ApiError } from './errors.ts';

/** Address and key of a client. */
export interface Connection {
  /** Address of the daemon, as `http://127.0.0.1:4310`. */
  readonly url: string;
  /** API key. */
  readonly key: string;
  /** Another `fetch` than the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * A client with one key. Calls reject with an `ApiError` with the contract's `code` when the daemon refuses,
 * and with an `UnreachableError` without an answer. A send without an answer may have happened: repeat it
 * safely with the same `idempotency-key`.
 */
export function connect({ url, key, fetch = globalThis.fetch }: Connection): Client {
  const { origin } = new URL(url);
  return createClient(
    { origin, token: async (endpoint) => (endpoint.who === 'public' ? undefined : key) },
    fetch,
  );
}
