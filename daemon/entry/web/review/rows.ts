import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type { DecisionKind, NamedAddress } from '../../../../shared/contract/messages.ts';
import type { listMessages } from '../../../../shared/contract/reading.ts';
import { otherParty } from '../../../../shared/named-address.ts';
import { provenAttacks } from '../../../../shared/review/certain.ts';

/** Rows of the review queue. */

export const VERBS = ['approve', 'deny', 'release', 'block'] as const satisfies readonly DecisionKind[];
export type Verb = DecisionKind;

export type HeldState = 'pending_review' | 'quarantined';
export const HELD_STATES: readonly HeldState[] = ['pending_review', 'quarantined'];

/** State that a message must have for a decision. */
export const STATE_FOR: Readonly<Record<Verb, HeldState>> = {
  approve: 'pending_review',
  deny: 'pending_review',
  release: 'quarantined',
  block: 'quarantined',
};

/** Decisions that send a message or let an agent read it. */
export const LETS_GO: ReadonlySet<Verb> = new Set(['approve', 'release']);

/** Outcome of a message. */
export type Fate =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'deciding' }
  /** Takes effect at `dueAt`, milliseconds since 1970, and can be taken back until then. */
  | {
      readonly kind: 'scheduled';
      readonly verb: Verb;
      readonly dueAt: number;
      readonly by: 'you' | 'elsewhere';
    }
  | { readonly kind: 'failed'; readonly message: string; readonly reason: string | undefined }
  | { readonly kind: 'decided'; readonly outcome: string; readonly by: 'you' | 'elsewhere' };

export type Item = ReplyOf<typeof listMessages>['messages'][number];

export interface Row {
  readonly id: string;
  readonly state: string;
  readonly direction: 'inbound' | 'outbound';
  readonly sender: string;
  readonly recipient: string;
  /** The other side, with the name that it gives itself. */
  readonly party: NamedAddress;
  readonly subject: string;
  /** The beginning of its text; empty while it isn't loaded. */
  readonly preview: string;
  readonly mailboxId: string;
  readonly mailboxName: string;
  readonly createdAt: string;
  readonly categories: readonly string[];
  /** Sentences about attacks that the scan proved. */
  readonly proven: readonly string[];
  readonly hasAttachment: boolean;
  readonly fate: Fate;
}

export function rowOf(item: Item): Row {
  return {
    id: item.id,
    state: item.state,
    direction: item.direction,
    sender: item.sender,
    recipient: item.recipient,
    party: otherParty(item),
    subject: item.subject,
    preview: item.body_preview,
    mailboxId: item.mailbox_id,
    mailboxName: item.mailbox_name,
    createdAt: item.created_at,
    categories: (item.scan?.categories ?? []).map(({ category }) => category),
    proven: provenAttacks(item.scan),
    hasAttachment: item.has_attachment,
    fate: pendingFate(item),
  };
}

/** A decision of others that can still be taken back. */
function pendingFate({ decision_pending: pending }: Item): Fate {
  if (!pending) return { kind: 'waiting' };
  return { kind: 'scheduled', verb: pending.kind, dueAt: Date.parse(pending.due_at), by: 'elsewhere' };
}

/** Decisions that fit all of these messages. */
export function fittingVerbs(rows: readonly Pick<Row, 'state'>[]): Verb[] {
  return VERBS.filter((verb) => rows.length > 0 && rows.every(({ state }) => state === STATE_FOR[verb]));
}

/** Whether it is held, as far as is known. */
export function isOpen(row: Row): boolean {
  return waits(row) || row.fate.kind === 'scheduled';
}

/** Whether a person can still decide about it. */
export function waits({ fate }: Pick<Row, 'fate'>): boolean {
  return fate.kind === 'waiting' || fate.kind === 'failed';
}

/** To approve, or quarantined going out or coming in. */
export const KINDS = ['approval', 'outbound', 'inbound'] as const;
export type Kind = (typeof KINDS)[number];
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  approval: 'to approve',
  outbound: 'quarantined, outbound',
  inbound: 'quarantined, inbound',
};

export interface QueueView {
  readonly sort: 'oldest' | 'newest';
  /** Words that a row contains. */
  readonly filter: string;
  readonly kind: Kind | undefined;
  readonly mailboxId: string | undefined;
}

/** Rows in the order in which they're shown. */
export function shownRows(rows: ReadonlyMap<string, Row>, view: QueueView): Row[] {
  const words = view.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const sign = view.sort === 'oldest' ? 1 : -1;
  return [...rows.values()]
    .filter((row) => isShown(row, view, words))
    .sort((one, other) => sign * compare(one, other));
}

function isShown(row: Row, { kind, mailboxId }: QueueView, words: readonly string[]): boolean {
  if (mailboxId !== undefined && row.mailboxId !== mailboxId) return false;
  if (kind !== undefined && kind !== (row.state === 'pending_review' ? 'approval' : row.direction))
    return false;
  if (words.length === 0) return true;
  const text = [
    row.sender,
    row.party.name ?? '',
    row.recipient,
    row.subject,
    row.mailboxName,
    ...row.categories,
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Ids of one moment are in the order of their making too. */
function compare(one: Row, other: Row): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
