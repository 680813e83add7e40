import type { AuditEntry } from '../../../platform/store/audit.ts';
import type { Decision, ReasonGiven } from '../review.ts';
import type { MessageFacts } from './facts.ts';

/** Audit rows about changes of a message. */

type Details = Omit<AuditEntry, 'accountId' | 'mailboxId' | 'target'>;

export function audited(message: MessageFacts, details: Details): AuditEntry {
  return {
    accountId: message.account_id,
    mailboxId: message.mailbox_id,
    target: message.id,
    ...details,
  };
}

interface GivenReason {
  readonly given: Pick<ReasonGiven, 'reason'>;
}

/** A decision about a held message: the row names the hold and the reason. */
export function decided(
  message: MessageFacts,
  { given, kind, actor, after }: Pick<AuditEntry, 'kind' | 'actor' | 'after'> & GivenReason,
): AuditEntry {
  return audited(message, {
    kind,
    actor,
    after,
    before: message.hold_context,
    ...(given.reason !== null && { reason: given.reason }),
  });
}

const DECISION_KIND: Readonly<Record<Decision['kind'], string>> = {
  release: 'message.hold.released',
  approve: 'message.review.approved',
};

/** A decision to send, once the send came to something. */
export function carriedOut(
  message: MessageFacts,
  decision: Decision | null,
  after: 'delivered' | 'blocked' | 'available',
): AuditEntry[] {
  if (!decision) return [];
  const { kind, actor } = decision;
  return [decided(message, { kind: DECISION_KIND[kind], actor, after, given: decision })];
}
