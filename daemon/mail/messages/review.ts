import type { Review } from '../../../shared/contract/messages.ts';
import type { PiiSpan } from '../../content/scanning/types.ts';
import { shownText } from '../../content/stored-text/redaction.ts';
import type { Actor } from '../../platform/store/actor.ts';
import type { StoredReview } from '../../platform/store/schema.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { MailContext } from '../context.ts';
import type { MessageRow } from './table.ts';

/** The decision about a held message, stored with it: the sender's agent reads it there. */

/** A reason and its spans of personal data. */
export interface ReasonGiven {
  readonly reason: string | null;
  /** Null when detection didn't run; redacting mailboxes then show no reason. */
  readonly reasonSpans: readonly PiiSpan[] | null;
}

export const NO_REASON: ReasonGiven = { reason: null, reasonSpans: null };

/** Kinds of actors, as readers of a decision see them. */
export const DECIDED_BY: Readonly<Record<Actor['type'], Review['decided_by']>> = {
  user: 'person',
  admin: 'admin_key',
  agent: 'agent_key',
  system: 'system',
};

interface Reviewed {
  readonly resolution: Review['resolution'];
  readonly actor: Actor;
  readonly given: ReasonGiven;
  readonly editedTo?: string;
}

/**
 * The column of a decision that takes effect now, in milliseconds since 1970; a later decision replaces it.
 */
export function reviewColumn(
  { hold_context: hold }: Pick<MessageRow, 'hold_context'>,
  now: number,
  { resolution, actor, given, editedTo }: Reviewed,
): { review: StoredReview } {
  return {
    review: {
      resolution,
      reason: given.reason,
      reason_spans: given.reasonSpans,
      actor_type: actor.type,
      ...(editedTo !== undefined && { edited_to: editedTo }),
      ...(hold && { held_because: hold.summary_reasons }),
      at: now,
    },
  };
}

/** A person's decision to send a held message. */
export interface Decision extends ReasonGiven {
  readonly kind: 'release' | 'approve';
  readonly actor: Actor;
}

/** The column of a decision that was carried out; none without a decision. */
export function decisionColumn(
  message: Pick<MessageRow, 'hold_context'>,
  decision: Decision | null,
  now: number,
): { review?: StoredReview } {
  if (!decision) return {};
  const resolution = decision.kind === 'approve' ? 'approved' : 'released';
  return reviewColumn(message, now, { resolution, actor: decision.actor, given: decision });
}

type Reviewable = Pick<
  MessageRow,
  'review' | 'account_id' | 'pii_mode' | 'pii_redaction_config' | 'denied_at' | 'denial_open'
>;

/** The field `review`; empty without a decision. */
export function reviewField(
  context: Pick<MailContext, 'secrets'>,
  row: Reviewable,
): { readonly review?: Review } {
  if (row.review === null) return {};
  const stored = row.review;
  return {
    review: {
      resolution: stored.resolution,
      reason: shownText(context, row, { text: stored.reason, pii_spans: stored.reason_spans }),
      decided_by: DECIDED_BY[stored.actor_type],
      decided_at: isoTime(stored.at),
      ...(stored.edited_to !== undefined && { edited_to: stored.edited_to }),
      ...(stored.revised_as !== undefined && { revised_as: stored.revised_as }),
      ...(stored.held_because !== undefined && { held_because: [...stored.held_because] }),
      ...(row.denial_open && row.denied_at !== null && { open_since: isoTime(row.denied_at) }),
    },
  };
}

/** Id of the message that replaced an edited one. */
export function editedTo({ review }: Pick<MessageRow, 'review'>): string | undefined {
  return review?.edited_to;
}

/** The column for a deleted message: the reason may quote it. */
export function withoutReason(review: StoredReview | null): StoredReview | null {
  return review && { ...review, reason: null, reason_spans: null };
}
