import type { EventEnvelope } from '../../../shared/contract/events.ts';
import type { MessageFindings } from '../../../shared/contract/findings.ts';
import type { MailboxView } from '../../../shared/contract/mailboxes.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import type { HeldState, QueueSort } from '../../tasks/reviewing/queue.ts';
import type { Key } from '../keys.ts';
import type { MouseEvent } from '../mouse.ts';
import type { ScreenSize } from '../screen-output.ts';
import type { OpenPart } from './open-parts.ts';
import {
  type QueueKind,
  type QueuePage,
  type QueueRow,
  type QueueSource,
  type ReviewVerb,
  waits,
} from './queue.ts';
import type { TextLine } from './text.ts';

/** A failure, explained to the person. */
export interface Problem {
  readonly message: string;
  /** A code of the contract or of the command line. */
  readonly code: string;
  /** State of the message that prevented it. */
  readonly state?: string | undefined;
  /** Whether a retry may work. */
  readonly isTransient: boolean;
}

/** Result of loading a message. */
export type MessageReading =
  | { readonly kind: 'read'; readonly detail: MessageDetail; readonly at: number; readonly isStale: boolean }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** A decision that isn't sent yet. */
export interface AskedDecision {
  readonly id: string;
  readonly verb: ReviewVerb;
  readonly reason: string | undefined;
}

/** Messages that a decision applies to, and how many selected ones it omits, by cause. */
export interface DecisionTarget {
  readonly verb: ReviewVerb;
  readonly ids: readonly string[];
  readonly leftOut: readonly string[];
}

export type ScreenMode =
  | { readonly kind: 'browse' }
  /** From this line of the help on. */
  | { readonly kind: 'help'; readonly from: number }
  | { readonly kind: 'filter'; readonly input: string; readonly before: string }
  | {
      readonly kind: 'reason';
      readonly target: DecisionTarget;
      readonly input: string;
      readonly isRequired: boolean;
    }
  | {
      readonly kind: 'confirm';
      readonly target: DecisionTarget;
      readonly question: string;
      /** The decision that enter takes instead, because the scan proved an attack. */
      readonly instead?: ReviewVerb | undefined;
    }
  | {
      readonly kind: 'open';
      readonly id: string;
      readonly parts: readonly OpenPart[];
      /** Needs confirmation. */
      readonly asked: OpenPart | undefined;
    };

/** A side effect that a key requests. */
export type Errand =
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'mouse'; readonly on: boolean }
  | { readonly kind: 'open'; readonly id: string; readonly part: OpenPart }
  | Away;

/** An errand that needs the terminal. */
export type Away = { readonly kind: 'edit'; readonly id: string } | { readonly kind: 'suspend' };

/** State of the screen. Only `reduce` changes it. */
export interface ReviewState {
  readonly size: ScreenSize;
  /** Milliseconds since 1970 at the last action. */
  readonly now: number;
  /** Number of actions so far. */
  readonly actions: number;
  /** Role of the key; undefined until it is loaded. */
  readonly role: 'admin' | 'agent' | undefined;
  readonly mailboxes: ReadonlyMap<string, MailboxView>;
  readonly sources: readonly QueueSource[];
  readonly rows: ReadonlyMap<string, QueueRow>;
  /** IDs in the order of the list. */
  readonly order: readonly string[];
  readonly filter: string;
  readonly sort: QueueSort;
  /** The only kind that is listed; undefined lists all. */
  readonly kind: QueueKind | undefined;
  /** The only mailbox that is listed; undefined lists all. */
  readonly mailboxId: string | undefined;
  /** The message under the cursor, and its index in `order`. */
  readonly cursor: string | undefined;
  readonly index: number;
  /** First visible index of `order`. */
  readonly top: number;
  /** Whether a key was pressed yet. */
  readonly isTouched: boolean;
  /** Whether pages are loaded until the end of the list. */
  readonly seeksEnd: boolean;
  readonly selected: ReadonlySet<string>;
  readonly readings: ReadonlyMap<string, MessageReading>;
  /** Positions of findings by message; null if they aren't available. */
  readonly found: ReadonlyMap<string, MessageFindings | null>;
  /** Lines of each message that were shown, counted from the first; Infinity for all. */
  readonly seen: ReadonlyMap<string, number>;
  readonly focus: 'queue' | 'message';
  /** First visible line of the message. */
  readonly scroll: number;
  /** Index of the selected mark. */
  readonly mark: number | undefined;
  readonly mode: ScreenMode;
  readonly errand: Errand | undefined;
  /** Whether the terminal reports the mouse. */
  readonly mouse: boolean;
  readonly said: TextLine;
  readonly link: 'connecting' | 'live' | 'lost';
  /** Why the last load failed. Loading stops until it is retried. */
  readonly trouble: Problem | undefined;
  readonly asked: readonly AskedDecision[];
  /** Messages whose decision is to be taken back. */
  readonly undos: readonly string[];
  /** Your last decision, with all of its batch. */
  readonly lastDecided: readonly string[];
  /** Whether the person quit; by default that waits for the answers to all decisions. */
  readonly leaving: 'no' | 'when answered' | 'at once';
}

export type Action =
  | { readonly kind: 'resized'; readonly size: ScreenSize }
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'mouse'; readonly event: MouseEvent }
  | {
      readonly kind: 'opened';
      readonly role: 'admin' | 'agent';
      readonly mailboxes: readonly MailboxView[];
    }
  | { readonly kind: 'page'; readonly page: QueuePage }
  | { readonly kind: 'read'; readonly detail: MessageDetail }
  | { readonly kind: 'not read'; readonly id: string; readonly problem: Problem }
  | { readonly kind: 'found'; readonly id: string; readonly found: MessageFindings | null }
  | { readonly kind: 'event'; readonly envelope: EventEnvelope }
  | { readonly kind: 'link'; readonly link: 'live' | 'lost' }
  | { readonly kind: 'trouble'; readonly problem: Problem }
  | { readonly kind: 'try again' }
  | { readonly kind: 'handed over'; readonly asked: readonly AskedDecision[] }
  | { readonly kind: 'decided'; readonly asked: AskedDecision; readonly outcome: string }
  | { readonly kind: 'scheduled'; readonly asked: AskedDecision; readonly seconds: number }
  | { readonly kind: 'undos handed over'; readonly ids: readonly string[] }
  | { readonly kind: 'undone'; readonly id: string }
  | { readonly kind: 'not undone'; readonly problem: Problem }
  /** A second passed. */
  | { readonly kind: 'tick' }
  | { readonly kind: 'refused'; readonly asked: AskedDecision; readonly problem: Problem }
  | { readonly kind: 'painted'; readonly painted: VisiblePart }
  | { readonly kind: 'errand taken' }
  | { readonly kind: 'said'; readonly said: TextLine }
  /** The edit was sent in place of the message. */
  | { readonly kind: 'edited'; readonly id: string };

/** The visible part of a message. */
export interface VisiblePart {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** Number of lines. */
  readonly of: number;
  /** Whether the lines contain the whole message. */
  readonly isWhole: boolean;
}

export function initialState(
  size: ScreenSize,
  now: number,
  { sort = 'oldest', mouse = true }: { readonly sort?: QueueSort | undefined; readonly mouse?: boolean } = {},
): ReviewState {
  return {
    size,
    now,
    actions: 0,
    role: undefined,
    mailboxes: new Map(),
    sources: [],
    rows: new Map(),
    order: [],
    filter: '',
    sort,
    kind: undefined,
    mailboxId: undefined,
    cursor: undefined,
    index: 0,
    top: 0,
    isTouched: false,
    seeksEnd: false,
    selected: new Set(),
    readings: new Map(),
    found: new Map(),
    seen: new Map(),
    focus: 'queue',
    scroll: 0,
    mark: undefined,
    mode: { kind: 'browse' },
    errand: undefined,
    mouse,
    said: [],
    link: 'connecting',
    trouble: undefined,
    asked: [],
    undos: [],
    lastDecided: [],
    leaving: 'no',
  };
}

export function cursorRow({ rows, cursor }: ReviewState): QueueRow | undefined {
  return cursor === undefined ? undefined : rows.get(cursor);
}

export function detailOf({ readings }: ReviewState, id: string | undefined): MessageDetail | undefined {
  const reading = id === undefined ? undefined : readings.get(id);
  return reading?.kind === 'read' ? reading.detail : undefined;
}

export function countWaiting({ rows }: ReviewState): Record<HeldState, number> {
  const counts = { pending_review: 0, quarantined: 0 };
  for (const row of rows.values()) {
    if (waits(row)) counts[row.state === 'pending_review' ? 'pending_review' : 'quarantined'] += 1;
  }
  return counts;
}

export function isDeciding({ rows }: ReviewState): boolean {
  for (const { fate } of rows.values()) if (fate.kind === 'deciding') return true;
  return false;
}
