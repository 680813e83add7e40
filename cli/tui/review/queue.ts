import type {
  DecisionKind,
  MessageListItem,
  MessageState,
  NamedAddress,
} from '../../../shared/contract/messages.ts';
import { otherParty } from '../../../shared/named-address.ts';
import { provenAttacks } from '../../../shared/review/certain.ts';
import { HELD_STATES, type HeldState, type QueueSort } from '../../tasks/reviewing/queue.ts';

/** The queue: held messages of several mailboxes, sorted by time and loaded page by page. */

export type ReviewVerb = DecisionKind;

/** Outcome of a message. */
export type Fate =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'deciding'; readonly verb: ReviewVerb }
  /** Takes effect at `dueAt`, milliseconds since 1970, and can be taken back until then. */
  | {
      readonly kind: 'scheduled';
      readonly verb: ReviewVerb;
      readonly dueAt: number;
      readonly by: 'you' | 'elsewhere';
      readonly reason: string | undefined;
    }
  /** It can be decided again; keeps the reason. */
  | { readonly kind: 'failed'; readonly message: string; readonly reason: string | undefined }
  | { readonly kind: 'decided'; readonly outcome: string; readonly by: 'you' | 'elsewhere' };

/** Pending approval, or quarantined by direction. */
export const KINDS = ['approval', 'outbound', 'inbound'] as const;
export type QueueKind = (typeof KINDS)[number];

export function kindOf(state: MessageState, direction: 'inbound' | 'outbound'): QueueKind {
  return state === 'quarantined' ? direction : 'approval';
}

export interface QueueView {
  readonly sort: QueueSort;
  /** Words that a row must contain. */
  readonly filter: string;
  /** Undefined shows all. */
  readonly kind: QueueKind | undefined;
  readonly mailboxId: string | undefined;
}

export function isFiltered({ filter, kind, mailboxId }: QueueView): boolean {
  return filter !== '' || kind !== undefined || mailboxId !== undefined;
}

/** A held message in the queue. Its texts aren't safe for a terminal. */
export interface QueueRow {
  readonly id: string;
  readonly state: MessageState;
  /** Kind at the time it was held. */
  readonly kind: QueueKind;
  readonly direction: 'inbound' | 'outbound';
  readonly sender: string;
  readonly recipient: string;
  /** The other side, with the name that it gives itself. */
  readonly party: NamedAddress;
  readonly subject: string;
  readonly mailboxId: string;
  readonly mailboxName: string;
  readonly createdAt: string;
  /** Categories of the scan. */
  readonly categories: readonly string[];
  /** Sentences about attacks that the scan proved. */
  readonly proven: readonly string[];
  readonly hasAttachment: boolean;
  readonly fate: Fate;
  /** Number of the action that added it. Pages requested earlier don't contain it. */
  readonly since: number;
}

/** Messages of one mailbox in one state, which have their own pages. */
export interface QueueSource {
  readonly mailboxId: string;
  readonly state: HeldState;
  /** The last loaded message; undefined before the first page. */
  readonly edge: { readonly id: string; readonly createdAt: string } | undefined;
  readonly isComplete: boolean;
  /** Whether to reload the first page. */
  readonly isStale: boolean;
}

function rowOf(item: MessageListItem, since: number): QueueRow {
  return {
    id: item.id,
    state: item.state,
    kind: kindOf(item.state, item.direction),
    direction: item.direction,
    sender: item.sender,
    recipient: item.recipient,
    party: otherParty(item),
    subject: item.subject,
    mailboxId: item.mailbox_id,
    mailboxName: item.mailbox_name,
    createdAt: item.created_at,
    categories: (item.scan?.categories ?? []).map(({ category }) => category),
    proven: provenAttacks(item.scan),
    hasAttachment: item.has_attachment,
    fate: pendingFate(item),
    since,
  };
}

/** A decision of others that can still be taken back. */
function pendingFate({ decision_pending: pending }: MessageListItem): Fate {
  if (!pending) return { kind: 'waiting' };
  const dueAt = Date.parse(pending.due_at);
  return { kind: 'scheduled', verb: pending.kind, dueAt, by: 'elsewhere', reason: undefined };
}

/** The fate of a row that a page has again: what others decided is known from the page. */
function fateAfterPage(known: Fate, listed: Fate): Fate {
  const isOfOthers = known.kind === 'scheduled' && known.by === 'elsewhere';
  if (listed.kind === 'scheduled') return isOfOthers || waits({ fate: known }) ? listed : known;
  return isOfOthers ? listed : known;
}

export function isHeld(state: MessageState): state is HeldState {
  return HELD_STATES.some((held) => held === state);
}

/** Whether it can still be decided. */
export function waits({ fate }: Pick<QueueRow, 'fate'>): boolean {
  return fate.kind === 'waiting' || fate.kind === 'failed';
}

/** Whether it is held, as far as is known. */
export function isOpen(row: QueueRow): boolean {
  return waits(row) || row.fate.kind === 'scheduled';
}

/** Oldest first. IDs of the same time are in order of creation too. */
function compareRows(one: QueueRow, other: QueueRow): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * IDs in the order of the list. Omits rows beyond the end of an incomplete source, whose next page may go
 * before them.
 */
export function orderOf(
  rows: ReadonlyMap<string, QueueRow>,
  sources: readonly QueueSource[],
  view: QueueView,
): string[] {
  const horizon = horizonOf(sources, view.sort);
  const unread = new Set(sources.filter((each) => !each.edge && !each.isComplete).map(nameOf));
  const words = view.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown: QueueRow[] = [];
  for (const row of rows.values()) {
    if (horizon !== undefined && isBeyond(row.createdAt, horizon, view.sort)) continue;
    if (unread.has(nameOf(row))) continue;
    if (view.kind !== undefined && row.kind !== view.kind) continue;
    if (view.mailboxId !== undefined && row.mailboxId !== view.mailboxId) continue;
    if (words.length > 0 && !matches(row, words)) continue;
    shown.push(row);
  }
  const sign = view.sort === 'oldest' ? 1 : -1;
  return shown.sort((one, other) => sign * compareRows(one, other)).map(({ id }) => id);
}

function nameOf({ mailboxId, state }: { readonly mailboxId: string; readonly state: string }): string {
  return `${mailboxId} ${state}`;
}

function isBeyond(time: string, horizon: string, sort: QueueSort): boolean {
  return sort === 'oldest' ? time > horizon : time < horizon;
}

/** Time up to which all sources are loaded; undefined if all are complete. */
function horizonOf(sources: readonly QueueSource[], sort: QueueSort): string | undefined {
  let horizon: string | undefined;
  for (const { isComplete, edge } of sources) {
    if (isComplete || !edge) continue;
    if (horizon === undefined || isBeyond(horizon, edge.createdAt, sort)) horizon = edge.createdAt;
  }
  return horizon;
}

/** Sources whose next page comes next in the list. */
export function nextSources(sources: readonly QueueSource[], sort: QueueSort): readonly QueueSource[] {
  const horizon = horizonOf(sources, sort);
  return sources.filter(
    ({ isComplete, edge }) => !isComplete && (edge === undefined || edge.createdAt === horizon),
  );
}

/** Sources before a load in another order. Complete ones need none. */
export function rewound(sources: readonly QueueSource[]): readonly QueueSource[] {
  return sources.map((source) => (source.isComplete ? source : { ...source, edge: undefined }));
}

function matches(row: QueueRow, words: readonly string[]): boolean {
  const text = [
    row.sender,
    row.party.name ?? '',
    row.recipient,
    row.subject,
    row.mailboxName,
    row.state,
    row.direction,
    ...row.categories,
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** A loaded page of a source. */
export interface QueuePage {
  readonly mailboxId: string;
  readonly state: HeldState;
  readonly sort: QueueSort;
  /** ID after which it begins; undefined for the first page. */
  readonly from: string | undefined;
  readonly items: readonly MessageListItem[];
  /** Whether there may be more. */
  readonly hasMore: boolean;
  /** Number of the last action before the request. */
  readonly asked: number;
}

interface Queue {
  readonly rows: ReadonlyMap<string, QueueRow>;
  readonly sources: readonly QueueSource[];
  readonly sort: QueueSort;
}

/** Adds a page. Rows that are missing from it were decided elsewhere. */
export function withPage(queue: Queue, page: QueuePage, now: number): Queue {
  // The sort order changed during the request.
  if (page.sort !== queue.sort) return queue;
  const rows = new Map(queue.rows);
  const listed = new Set(page.items.map(({ id }) => id));
  const last = page.items.at(-1);
  const source = queue.sources.find((each) => isSourceOf(page, each));
  if (!source) return queue;
  if (page.from === undefined && source.edge) {
    for (const row of queue.rows.values()) {
      const isCovered =
        !page.hasMore || (last !== undefined && isBeyond(last.created_at, row.createdAt, page.sort));
      if (!isSourceOf(page, { mailboxId: row.mailboxId, state: row.state }) || !isCovered) continue;
      if (listed.has(row.id) || !isOpen(row) || row.since > page.asked) continue;
      rows.set(row.id, { ...row, fate: { kind: 'decided', outcome: 'no longer held', by: 'elsewhere' } });
    }
  }
  for (const item of page.items) {
    const known = rows.get(item.id);
    const fresh = rowOf(item, known?.since ?? now);
    rows.set(item.id, known ? { ...fresh, fate: fateAfterPage(known.fate, fresh.fate) } : fresh);
  }
  const sources = queue.sources.map((each) => (each === source ? afterPage(each, page) : each));
  return { rows, sources, sort: queue.sort };
}

function isSourceOf(
  page: Pick<QueuePage, 'mailboxId' | 'state'>,
  other: { readonly mailboxId: string; readonly state: string },
): boolean {
  return page.mailboxId === other.mailboxId && page.state === other.state;
}

function afterPage(source: QueueSource, page: QueuePage): QueueSource {
  const last = page.items.at(-1);
  // A reload of the first page doesn't change the end. With the oldest first, new messages come after the
  // end.
  if (page.from === undefined && source.edge && page.hasMore) {
    return { ...source, isStale: false, isComplete: source.isComplete && page.sort === 'newest' };
  }
  const edge = last ? { id: last.id, createdAt: last.created_at } : source.edge;
  return { ...source, isStale: false, isComplete: source.isComplete || !page.hasMore, edge };
}
