import type { MessageState } from '../../../shared/contract/messages.ts';
import { HELD_STATES, type HeldState } from '../../reviewing/queue.ts';
import type { ListItem } from '../../views/messages.ts';

/** The queue: what is held in any of several mailboxes, newest first, loaded page by page. */

const VERBS = ['approve', 'deny', 'release', 'block'] as const;
export type Verb = (typeof VERBS)[number];

/** What becomes of a message. */
export type Fate =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'deciding'; readonly verb: Verb }
  /** It still waits; the reason that was typed is kept. */
  | { readonly kind: 'failed'; readonly message: string; readonly reason: string | undefined }
  | { readonly kind: 'decided'; readonly outcome: string; readonly by: 'you' | 'elsewhere' };

/** A held message as the queue lists it; texts are as the daemon gave them, not yet safe for a terminal. */
export interface QueueRow {
  readonly id: string;
  readonly state: MessageState;
  readonly direction: 'inbound' | 'outbound';
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly mailboxId: string;
  readonly mailboxName: string;
  readonly createdAt: string;
  /** What the scan says, in its words. */
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
  /** The oldest that was loaded; undefined before the first page. */
  readonly oldest: { readonly id: string; readonly createdAt: string } | undefined;
  readonly isComplete: boolean;
  /** The newest page is to be loaded anew. */
  readonly isStale: boolean;
}

function rowOf(item: ListItem, since: number): QueueRow {
  return {
    id: item.id,
    state: item.state,
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

/** Newest first; ids of one moment are in the order of their making too. */
function compareRows(one: QueueRow, other: QueueRow): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/**
 * Ids in the order in which they are shown. Rows older than what an incomplete source has loaded are left out: one of
 * its next page may belong before them.
 */
export function orderOf(
  rows: ReadonlyMap<string, QueueRow>,
  sources: readonly Source[],
  filter: string,
): string[] {
  const horizon = horizonOf(sources);
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown: QueueRow[] = [];
  for (const row of rows.values()) {
    if (row.createdAt < horizon) continue;
    if (words.length > 0 && !matches(row, words)) continue;
    shown.push(row);
  }
  return shown.sort(compareRows).map(({ id }) => id);
}

/** The time down to which everything is loaded; the beginning of time when there is no more. */
function horizonOf(sources: readonly Source[]): string {
  let horizon = '';
  for (const { isComplete, oldest } of sources) {
    if (!isComplete && oldest && oldest.createdAt > horizon) horizon = oldest.createdAt;
  }
  return horizon;
}

/** Sources whose next page is the next to be shown. */
export function nextSources(sources: readonly Source[]): readonly Source[] {
  const horizon = horizonOf(sources);
  return sources.filter(
    ({ isComplete, oldest }) => !isComplete && (oldest === undefined || oldest.createdAt === horizon),
  );
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
  /** Id after which it begins; undefined for the newest page. */
  readonly before: string | undefined;
  readonly items: readonly ListItem[];
  /** Whether there may be older ones. */
  readonly hasMore: boolean;
  /** Number of the last action when it was asked for. */
  readonly asked: number;
}

interface Queue {
  readonly rows: ReadonlyMap<string, QueueRow>;
  readonly sources: readonly Source[];
}

/** Takes a page in; rows that it should hold and does not are decided elsewhere. */
export function withPage(queue: Queue, page: Page, now: number): Queue {
  const rows = new Map(queue.rows);
  const listed = new Set(page.items.map(({ id }) => id));
  const last = page.items.at(-1);
  const source = queue.sources.find((each) => isSourceOf(page, each));
  if (!source) return queue;
  if (page.before === undefined && source.oldest) {
    for (const row of queue.rows.values()) {
      const isCovered = !page.hasMore || (last !== undefined && row.createdAt > last.created_at);
      if (!isSourceOf(page, { mailboxId: row.mailboxId, state: row.state }) || !isCovered) continue;
      if (listed.has(row.id) || !waits(row) || row.since > page.asked) continue;
      rows.set(row.id, { ...row, fate: { kind: 'decided', outcome: 'no longer held', by: 'elsewhere' } });
    }
  }
  for (const item of page.items) {
    const known = rows.get(item.id);
    rows.set(item.id, known ? { ...rowOf(item, known.since), fate: known.fate } : rowOf(item, now));
  }
  return { rows, sources: queue.sources.map((each) => (each === source ? afterPage(each, page) : each)) };
}

function isSourceOf(
  page: Pick<Page, 'mailboxId' | 'state'>,
  other: { readonly mailboxId: string; readonly state: string },
): boolean {
  return page.mailboxId === other.mailboxId && page.state === other.state;
}

function afterPage(source: Source, page: Page): Source {
  const last = page.items.at(-1);
  // A newer look at the first page says nothing about how far down was loaded.
  if (page.before === undefined && source.oldest && page.hasMore) return { ...source, isStale: false };
  const oldest = last ? { id: last.id, createdAt: last.created_at } : source.oldest;
  return { ...source, isStale: false, isComplete: source.isComplete || !page.hasMore, oldest };
}
