import type { MessageState } from '../../../shared/contract/messages.ts';
import { HELD_STATES, type HeldState, type QueueSort } from '../../reviewing/queue.ts';
import type { ListItem } from '../../views/messages.ts';

/** The queue: what is held in any of several mailboxes, sorted by time, loaded page by page. */

const VERBS = ['approve', 'deny', 'release', 'block'] as const;
export type Verb = (typeof VERBS)[number];

/** Outcome of a message. */
export type Fate =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'deciding'; readonly verb: Verb }
  /** It still waits; the reason that was typed is kept. */
  | { readonly kind: 'failed'; readonly message: string; readonly reason: string | undefined }
  | { readonly kind: 'decided'; readonly outcome: string; readonly by: 'you' | 'elsewhere' };

/** Waits for approval, or is quarantined, going out or coming in. */
export const KINDS = ['approval', 'outbound', 'inbound'] as const;
export type Kind = (typeof KINDS)[number];

export function kindOf(state: MessageState, direction: 'inbound' | 'outbound'): Kind {
  return state === 'quarantined' ? direction : 'approval';
}

/** Which rows are listed, and in which order. */
export interface QueueView {
  readonly sort: QueueSort;
  /** Words that a row contains. */
  readonly filter: string;
  /** Undefined shows all. */
  readonly kind: Kind | undefined;
  readonly mailboxId: string | undefined;
}

export function isFiltered({ filter, kind, mailboxId }: QueueView): boolean {
  return filter !== '' || kind !== undefined || mailboxId !== undefined;
}

/** A held message as the queue lists it; texts are as the daemon gave them, not yet safe for a terminal. */
export interface QueueRow {
  readonly id: string;
  readonly state: MessageState;
  /** Why it is in the queue; stays when it is decided. */
  readonly kind: Kind;
  readonly direction: 'inbound' | 'outbound';
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly mailboxId: string;
  readonly mailboxName: string;
  readonly createdAt: string;
  /** Categories of the scan. */
  readonly categories: readonly string[];
  readonly hasAttachment: boolean;
  readonly fate: Fate;
  /** Number of the action that put it here; a page that was asked for earlier knows nothing of it. */
  readonly since: number;
}

/** Messages of one mailbox in one state; each is paged by itself. */
export interface Source {
  readonly mailboxId: string;
  readonly state: HeldState;
  /** The last that was loaded; undefined before the first page. */
  readonly edge: { readonly id: string; readonly createdAt: string } | undefined;
  readonly isComplete: boolean;
  /** The first page is to be loaded anew. */
  readonly isStale: boolean;
}

function rowOf(item: ListItem, since: number): QueueRow {
  return {
    id: item.id,
    state: item.state,
    kind: kindOf(item.state, item.direction),
    direction: item.direction,
    sender: item.sender,
    recipient: item.recipient,
    subject: item.subject,
    mailboxId: item.mailbox_id,
    mailboxName: item.mailbox_name,
    createdAt: item.created_at,
    categories: (item.scan?.categories ?? []).map(({ category }) => category),
    hasAttachment: item.has_attachment,
    fate: { kind: 'waiting' },
    since,
  };
}

export function isHeld(state: MessageState): state is HeldState {
  return HELD_STATES.some((held) => held === state);
}

/** Whether a person can still decide about it. */
export function waits({ fate }: QueueRow): boolean {
  return fate.kind === 'waiting' || fate.kind === 'failed';
}

/** Oldest first; ids of one moment are in the order of their making too. */
function compareRows(one: QueueRow, other: QueueRow): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/**
 * Ids in the order in which they are shown. Rows beyond what an incomplete source has loaded are left out:
 * one of its next page may belong before them.
 */
export function orderOf(
  rows: ReadonlyMap<string, QueueRow>,
  sources: readonly Source[],
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

/** The time up to which everything is loaded; undefined when there is no more. */
function horizonOf(sources: readonly Source[], sort: QueueSort): string | undefined {
  let horizon: string | undefined;
  for (const { isComplete, edge } of sources) {
    if (isComplete || !edge) continue;
    if (horizon === undefined || isBeyond(horizon, edge.createdAt, sort)) horizon = edge.createdAt;
  }
  return horizon;
}

/** Sources whose next page is the next to be shown. */
export function nextSources(sources: readonly Source[], sort: QueueSort): readonly Source[] {
  const horizon = horizonOf(sources, sort);
  return sources.filter(
    ({ isComplete, edge }) => !isComplete && (edge === undefined || edge.createdAt === horizon),
  );
}

/** Sources as they are before a load in another order; what is loaded to its end needs none. */
export function rewound(sources: readonly Source[]): readonly Source[] {
  return sources.map((source) => (source.isComplete ? source : { ...source, edge: undefined }));
}

function matches(row: QueueRow, words: readonly string[]): boolean {
  const text = [
    row.sender,
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

/** A page of a source as it was loaded. */
export interface Page {
  readonly mailboxId: string;
  readonly state: HeldState;
  readonly sort: QueueSort;
  /** Id after which it begins; undefined for the first page. */
  readonly from: string | undefined;
  readonly items: readonly ListItem[];
  /** Whether there may be more. */
  readonly hasMore: boolean;
  /** Number of the last action when it was asked for. */
  readonly asked: number;
}

interface Queue {
  readonly rows: ReadonlyMap<string, QueueRow>;
  readonly sources: readonly Source[];
  readonly sort: QueueSort;
}

/** Takes a page in; rows that it should hold and does not are decided elsewhere. */
export function withPage(queue: Queue, page: Page, now: number): Queue {
  // The order changed while it was loaded.
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
      if (listed.has(row.id) || !waits(row) || row.since > page.asked) continue;
      rows.set(row.id, { ...row, fate: { kind: 'decided', outcome: 'no longer held', by: 'elsewhere' } });
    }
  }
  for (const item of page.items) {
    const known = rows.get(item.id);
    rows.set(item.id, known ? { ...rowOf(item, known.since), fate: known.fate } : rowOf(item, now));
  }
  const sources = queue.sources.map((each) => (each === source ? afterPage(each, page) : each));
  return { rows, sources, sort: queue.sort };
}

function isSourceOf(
  page: Pick<Page, 'mailboxId' | 'state'>,
  other: { readonly mailboxId: string; readonly state: string },
): boolean {
  return page.mailboxId === other.mailboxId && page.state === other.state;
}

function afterPage(source: Source, page: Page): Source {
  const last = page.items.at(-1);
  // Another look at the first page says nothing about how far was loaded. With the oldest first, what was
  // held since comes after the end.
  if (page.from === undefined && source.edge && page.hasMore) {
    return { ...source, isStale: false, isComplete: source.isComplete && page.sort === 'newest' };
  }
  const edge = last ? { id: last.id, createdAt: last.created_at } : source.edge;
  return { ...source, isStale: false, isComplete: source.isComplete || !page.hasMore, edge };
}
