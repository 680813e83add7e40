import { notFound, ServiceError } from '../platform/errors/service-error.ts';
import type { Actor } from '../platform/store/actor.ts';
import type { AccountsTable } from '../platform/store/schema.ts';

/** The caller's account: the columns that requests need. */
export interface CallerAccount {
  readonly id: string;
  readonly email: string;
  readonly status: AccountsTable['status'];
  readonly tier: AccountsTable['tier'];
  /** The ceilings of the tier don't apply. */
  readonly unlimited: boolean;
  readonly agentDeleteEnabled: boolean;
  /** Locked until both sign-up factors are complete. */
  readonly signupPending: boolean;
  readonly emailVerified: boolean;
  readonly phoneNumber: string | null;
  readonly phoneVerified: boolean;
  readonly customDailySendLimit: number | null;
  readonly cleanHistory: boolean;
  /** Links are looked up in lists of bad domains. */
  readonly urlReputationActive: boolean;
}

/** Agent origin: a request of an agent key. All else is human origin. */
export type Origin = 'agent' | 'human';

/** An authenticated caller. */
export interface Principal {
  readonly role: 'admin' | 'agent';
  readonly method: 'api_key' | 'session';
  readonly account: CallerAccount;
  readonly keyId: string | null;
  /** Null for keys. */
  readonly sessionId: string | null;
  /** Mailboxes that an agent key is bound to; empty for admins, who reach all. */
  readonly mailboxIds: ReadonlySet<string>;
  readonly actor: Actor;
  readonly origin: Origin;
}

/** Whether the caller reaches a mailbox of its own account: all of them, or for an agent the bound ones. */
export function reaches(principal: Principal, mailboxId: string): boolean {
  return principal.role === 'admin' || principal.mailboxIds.has(mailboxId);
}

/** For reads of single resources: an agent key doesn't learn that an unbound resource exists. */
export function assertVisible(principal: Principal, mailboxId: string, what?: string): void {
  if (!reaches(principal, mailboxId)) throw notFound(what);
}

/** For collections and writes: an agent key learns that it has no access. */
export function assertBound(principal: Principal, mailboxId: string): void {
  if (!reaches(principal, mailboxId)) throw new ServiceError('MAILBOX_ACCESS_DENIED');
}

export function assertAdmin(principal: Principal): void {
  if (principal.role !== 'admin') throw new ServiceError('INSUFFICIENT_SCOPE');
}
