import type { z } from 'zod';
import type { review } from '../../shared/contract/messages.ts';
import type { Context } from '../context.ts';
import type { PiiSpan } from '../scanning/types.ts';
import type { Actor } from '../store/audit.ts';
import type { Transaction } from '../store/store.ts';
import { isoTime } from '../system/iso-time.ts';
import { shownText } from './redaction.ts';
import type { MessageRow } from './table.ts';

/** The decision about a held message, stored with it: the sender's agent reads it there. */

export type Review = z.output<typeof review>;

/** A reason and its spans of personal data. */
export interface ReasonGiven {
  readonly reason: string | null;
  /** Null when detection didn't run; redacting mailboxes then show no reason. */
  readonly reasonSpans: readonly PiiSpan[] | null;
}

export const NO_REASON: ReasonGiven = { reason: null, reasonSpans: null };

/** Column `messages.review`, as JSON. */
interface StoredReview {
  readonly resolution: Review['resolution'];
  readonly reason: string | null;
  readonly reason_spans: readonly PiiSpan[] | null;
  /** Only the kind; the audit log has the identity. */
  readonly actor_type: Actor['type'];
  /** Id of the message that replaced it; rows of earlier versions lack it. */
  readonly edited_to?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const DECIDED_BY: Readonly<Record<Actor['type'], Review['decided_by']>> = {
  user: 'person',
  admin: 'admin_key',
  agent: 'agent_key',
  system: 'system',
};

/** Stores the decision in the transaction that carries it out; a later decision replaces it. */
export async function recordReview(
  transaction: Transaction,
  messageId: string,
  decided: ReasonGiven & {
    readonly resolution: Review['resolution'];
    readonly actor: Actor;
    readonly editedTo?: string;
  },
): Promise<void> {
  const stored: StoredReview = {
    resolution: decided.resolution,
    reason: decided.reason,
    reason_spans: decided.reasonSpans,
    actor_type: decided.actor.type,
    ...(decided.editedTo !== undefined && { edited_to: decided.editedTo }),
    at: transaction.now,
  };
  await transaction.db
    .updateTable('messages')
    .set({ review: JSON.stringify(stored) })
    .where('id', '=', messageId)
    .execute();
}

/** The field `review`; empty without a decision. */
export function reviewField(
  context: Pick<Context, 'secrets'>,
  row: Pick<MessageRow, 'review' | 'account_id' | 'pii_mode' | 'pii_redaction_config'>,
): { readonly review?: Review } {
  if (row.review === null) return {};
  const stored = JSON.parse(row.review) as StoredReview;
  const spans = stored.reason_spans && JSON.stringify(stored.reason_spans);
  return {
    review: {
      resolution: stored.resolution,
      reason: shownText(context, row, { text: stored.reason, pii_spans: spans }),
      decided_by: DECIDED_BY[stored.actor_type],
      decided_at: isoTime(stored.at),
      ...(stored.edited_to !== undefined && { edited_to: stored.edited_to }),
    },
  };
}

/** Id of the message that replaced an edited one. */
export function editedTo({ review }: Pick<MessageRow, 'review'>): string | undefined {
  return review === null ? undefined : (JSON.parse(review) as StoredReview).edited_to;
}

/** The column for a deleted message: the reason may quote it. */
export function withoutReason(text: string | null): string | null {
  if (text === null) return null;
  return JSON.stringify({ ...(JSON.parse(text) as StoredReview), reason: null, reason_spans: null });
}
