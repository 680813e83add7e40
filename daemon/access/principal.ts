import { notFound, ServiceError } from '../errors.ts';
import type { Actor } from '../store/audit.ts';
import type { AccountsTable } from '../store/schema.ts';

/** The account behind a credential, as far as requests need it. */
export interface CallerAccount {
  readonly id: string;
  readonly email: string;
  readonly status: AccountsTable['status'];
  readonly tier: AccountsTable['tier'];
  /** The ceilings of the tier don't apply. */
  readonly unlimited: 0 | 1;
  readonly agentDeleteEnabled: boolean;
  /** Locked until both sign-up factors are complete. */
  readonly signupPending: boolean;
  readonly emailVerified: boolean;
  readonly phoneNumber: string | null;
  readonly phoneVerified: boolean;
  readonly customDailySendLimit: number | null;
  readonly cleanHistory: boolean;
}

/** Agent origin: a request of an agent key. All else is human origin. */
export type Origin = 'agent' | 'human';

/** A caller whose credential was checked. */
export interface Principal {
  readonly role: 'admin' | 'agent';
  readonly method: 'api_key' | 'session';
  readonly account: CallerAccount;
  readonly keyId: string | null;
  /** The session of a signed-in person, null for keys. */
  readonly sessionId: string | null;
  /** Mailboxes that an agent key is bound to; empty for admins, who reach all. */
  readonly mailboxIds: ReadonlySet<string>;
  readonly actor: Actor;
  readonly origin: Origin;
}

/**
 * Among the mailboxes of the own account, which the caller has checked: all, or for an agent those it is bound to.
 */
export function reaches(principal: Principal, mailboxId: string): boolean {
  return principal.role === 'admin' || principal.mailboxIds.has(mailboxId);
}

/** Single-resource reads: an agent key does not learn that an unbound resource exists. */
export function assertVisible(principal: Principal, mailboxId: string, what?: string): void {
  if (!reaches(principal, mailboxId)) throw notFound(what);
}

/** Collections and writes: an agent key learns that it has no access. */
export function assertBound(principal: Principal, mailboxId: string): void {
  if (!reaches(principal, mailboxId)) throw new ServiceError('MAILBOX_ACCESS_DENIED');
}

export function assertAdmin(principal: Principal): void {
  if (principal.role !== 'admin') throw new ServiceError('INSUFFICIENT_SCOPE');
}
