import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { provenAttacks } from '../../../../shared/review/certain.ts';
import { PAST, PRESENT } from '../../../../shared/review/decisions.ts';
import { noteIsRequired } from '../../../../shared/review/sentences.ts';
import type { KeyBindings } from '../keys.ts';
import { forEachLimited } from '../limited.ts';
import { detailKey } from '../message/message.tsx';
import { Queue } from './queue.ts';
import { type Fate, KINDS, type QueueView, type Row, shownRows, type Verb, waits } from './rows.ts';
import { type Asked, askForOne, askForSelected, outcomeText, type Seen, type Target } from './targets.ts';

/** A message whose decision can be taken back. */
export type ScheduledRow = Row & { readonly fate: Extract<Fate, { kind: 'scheduled' }> };

function isScheduled(row: Row): row is ScheduledRow {
  return row.fate.kind === 'scheduled';
}

/** The sentence about decisions that can be taken back; empty without one. */
export function undoText(rows: readonly ScheduledRow[]): string {
  const [first] = rows;
  if (!first) return '';
  if (rows.length > 1) return `${PAST[first.fate.verb]} ${rows.length}.`;
  return `${subjectOf(first.id)}: ${PAST[first.fate.verb]}${first.fate.by === 'you' ? '' : ' elsewhere'}.`;
}

/** State and actions of the review. */
export type Review = ReturnType<typeof useReview>;

const queue = new Queue();
const WIDE = matchMedia('(min-width: 56rem)');
const SUBJECT_SHOWN = 40;

type Asking =
  | Extract<Asked, { kind: 'confirm' }>
  | (Extract<Asked, { kind: 'reason' }> & { isRequired: boolean; before: string | undefined })
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'help' };

export function useReview(id: string | undefined) {
  const state = useSyncExternalStore(queue.subscribe, queue.get);
  const [, go] = useLocation();
  const [view, setView] = useState<QueueView>({
    sort: 'oldest',
    filter: '',
    kind: undefined,
    mailboxId: undefined,
  });
  const { seen, saw } = useSeen();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [lastSaid, setSaid] = useState<{ text: string; isBad: boolean; about: string | undefined }>();
  const [asking, setAsking] = useState<Asking>();
  const search = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => shownRows(state.rows, view), [state.rows, view]);
  const listed = useMemo(() => new Set(rows.map((row) => row.id)), [rows]);
  const { chosen, index, row } = choose(state.rows, rows, id);

  const say = (text: string, isBad = false) => setSaid({ text, isBad, about: chosen });
  const toggle = useCallback((each: string) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(each)) after.add(each);
      return after;
    });
  }, []);
  // It was about the message that was shown then.
  const said = lastSaid?.about === chosen && lastSaid ? lastSaid : { text: '', isBad: false };

  const decisions = useDecisions({ say, setAsking, setSelected });
  const undoable = undoableRows(state.rows, { last: decisions.last, row });
  return {
    ...{ queue: state, view, rows, index, row, seen, selected, said, asking, search, saw, toggle },
    ...decisions,
    undoable,
    /** Takes back what can be. */
    undo: () =>
      undoable.length === 0
        ? say('There is no decision to take back.', true)
        : void decisions.takeBack(undoable),
    isFiltered: view.filter !== '' || view.kind !== undefined || view.mailboxId !== undefined,
    change: (change: Partial<QueueView>) => setView({ ...view, ...change }),
    close: () => setAsking(undefined),
    help: () => setAsking({ kind: 'help' }),
    edit: () => {
      if (!row) return;
      if (!waits(row)) say('Already decided.', true);
      else if (row.direction === 'inbound') say('Only outbound messages can be edited.', true);
      else setAsking({ kind: 'edit', id: row.id });
    },
    ask: (verb: Verb) => {
      const asked =
        selected.size > 0
          ? askForSelected(rowsOf(state.rows, selected), verb, { seen, listed })
          : row && askForOne(row, verb, seen);
      if (asked?.kind === 'refused') say(asked.text, true);
      else if (asked?.kind === 'confirm') setAsking(asked);
      else if (asked?.kind === 'reason') decisions.askReason(asked.target);
      else if (asked) decisions.confirmed(asked.target);
    },
    move: (to: number) => {
      const next = rows[Math.min(Math.max(to, 0), rows.length - 1)];
      if (next) go(`/review/${next.id}`, { replace: true });
    },
    clearSelection: () => setSelected(new Set()),
    clearDecided: () => queue.clearDecided(),
    reload: () => void queue.load(),
  };
}

/** The message that decisions are about: one that is listed. On a phone the list is a view of its own. */
function choose(all: ReadonlyMap<string, Row>, listed: readonly Row[], id: string | undefined) {
  const isHidden = id !== undefined && all.has(id) && !listed.some((row) => row.id === id);
  const chosen = id !== undefined && !isHidden ? id : WIDE.matches ? listed[0]?.id : undefined;
  return {
    chosen,
    index: listed.findIndex((row) => row.id === chosen),
    row: chosen === undefined ? undefined : all.get(chosen),
  };
}

/** Index of the nearest undecided row in a direction, if any. */
export function nearestWaiting({ rows, index }: Review, step: 1 | -1): number | undefined {
  for (let to = index + step; to >= 0 && to < rows.length; to += step) {
    const row = rows[to];
    if (row && waits(row)) return to;
  }
  return undefined;
}

/** The decisions that undo takes back: that of the chosen message, or your last one with all of its batch. */
function undoableRows(
  rows: ReadonlyMap<string, Row>,
  { last, row }: { readonly last: readonly string[]; readonly row: Row | undefined },
): ScheduledRow[] {
  const own = rowsOf(rows, last).filter(isScheduled);
  if (!row || !isScheduled(row) || own.some(({ id }) => id === row.id)) return own;
  return [row];
}

function rowsOf(rows: ReadonlyMap<string, Row>, ids: Iterable<string>): Row[] {
  return [...ids].flatMap((id) => rows.get(id) ?? []);
}

/** How much of each message was on the screen, and what the scan proved in it. */
function useSeen(): { seen: Seen; saw: (id: string, how: 'part' | 'all') => void } {
  const [seen, setSeen] = useState<Seen>(new Map());
  const queries = useQueryClient();
  const saw = useCallback(
    (id: string, how: 'part' | 'all') => {
      const detail = queries.getQueryData<MessageDetail>(detailKey(id));
      if (detail) queue.setProven(id, provenAttacks(detail.scan));
      setSeen((before) =>
        before.get(id) === 'all' || before.get(id) === how ? before : new Map(before).set(id, how),
      );
    },
    [queries],
  );
  return { seen, saw };
}

interface DecisionParts {
  readonly say: (text: string, isBad?: boolean) => void;
  readonly setAsking: (asking: Asking | undefined) => void;
  readonly setSelected: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

/** Takes decisions, with the questions that come before them. */
function useDecisions({ say, setAsking, setSelected }: DecisionParts) {
  const queries = useQueryClient();
  const [last, setLast] = useState<readonly string[]>([]);
  const needsNote = ({ verb, ids }: Target) =>
    (verb === 'approve' || verb === 'deny') &&
    ids.some((id) => {
      const detail = queries.getQueryData<MessageDetail>(detailKey(id));
      return detail !== undefined && noteIsRequired(detail, queue.get().mailboxes.get(detail.mailbox_id));
    });
  const askReason = (target: Target) => {
    const [only] = target.ids;
    const fate = target.ids.length === 1 && only !== undefined ? queue.get().rows.get(only)?.fate : undefined;
    const before = fate?.kind === 'failed' ? fate.reason : undefined;
    setAsking({ kind: 'reason', target, isRequired: needsNote(target), before });
  };
  const start = async ({ verb, ids }: Target, reason?: string) => {
    setAsking(undefined);
    setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))));
    for (const id of ids) queue.setFate(id, { kind: 'deciding' });
    setLast(ids);
    say('');
    const fates: [id: string, fate: Fate][] = [];
    await forEachLimited(ids, async (id) => {
      fates.push([id, await queue.decide(id, verb, reason)]);
      void queries.invalidateQueries({ queryKey: detailKey(id) });
    });
    const [only] = fates;
    if (only && fates.length === 1) {
      const [id, fate] = only;
      if (fate.kind === 'failed') say(`${subjectOf(id)}: Not decided: ${fate.message}`, true);
      else if (fate.kind === 'decided' && fate.by === 'elsewhere')
        say(`${subjectOf(id)}: Already decided elsewhere: it is ${fate.outcome}.`, true);
      else if (fate.kind === 'decided') say(`${subjectOf(id)}: ${outcomeText(verb, fate.outcome)}`);
    } else {
      const { text, isBad } = batchText(fates.map(([, fate]) => fate));
      if (text !== '') say(`${PRESENT[verb]}: ${text}`, isBad);
    }
  };
  const takeBack = async (rows: readonly ScheduledRow[]) => {
    const problems: string[] = [];
    await forEachLimited(rows, async ({ id }) => {
      const problem = await queue.undo(id);
      if (problem !== undefined) problems.push(problem);
      void queries.invalidateQueries({ queryKey: detailKey(id) });
    });
    const [problem] = problems;
    say(
      problem === undefined ? 'Taken back; still held.' : `Not taken back: ${problem}`,
      problem !== undefined,
    );
  };
  return {
    askReason,
    start,
    last,
    takeBack,
    confirmed: (target: Target) => {
      if (target.verb === 'approve' && needsNote(target)) askReason(target);
      else void start(target);
    },
    edited: (id: string) => {
      setAsking(undefined);
      queue.setFate(id, { kind: 'decided', outcome: 'edited', by: 'you' });
      void queries.invalidateQueries({ queryKey: detailKey(id) });
      say(`${subjectOf(id)}: Replaced by your edit.`);
    },
  };
}

/** Outcomes of a batch; decisions that others were faster with aren't yours. */
function batchText(fates: readonly Fate[]): { text: string; isBad: boolean } {
  const count = (is: (fate: Fate) => boolean) => fates.filter(is).length;
  const done = count((fate) => fate.kind === 'decided' && fate.by === 'you');
  const elsewhere = count((fate) => fate.kind === 'decided' && fate.by === 'elsewhere');
  const failed = count((fate) => fate.kind === 'failed');
  const parts = [
    ...(done === 0 && count((fate) => fate.kind === 'scheduled') > 0 ? [] : [`${done} done`]),
    ...(elsewhere === 0 ? [] : [`${elsewhere} already decided elsewhere`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ];
  // The line about undo tells of those that can be taken back.
  if (parts.length === 0) return { text: '', isBad: false };
  return { text: `${parts.join(', ')}.`, isBad: elsewhere + failed > 0 };
}

function subjectOf(id: string): string {
  const subject = queue.get().rows.get(id)?.subject.trim() || NO_SUBJECT;
  return subject.length > SUBJECT_SHOWN ? `${subject.slice(0, SUBJECT_SHOWN)}…` : subject;
}

/** The keys of the terminal's review. */
export function keysOf(review: Review, pane: RefObject<HTMLElement | null>): KeyBindings {
  const {
    move,
    index,
    rows,
    row,
    ask,
    change,
    view,
    queue: { mailboxes },
  } = review;
  const toWaiting = (step: 1 | -1) => {
    const to = nearestWaiting(review, step);
    if (to !== undefined) move(to);
  };
  const page = () => pane.current?.scrollBy({ top: pane.current.clientHeight * 0.9 });
  return new Map<string, () => void>([
    ['a', () => ask('approve')],
    ['d', () => ask('deny')],
    ['r', () => ask('release')],
    ['b', () => ask('block')],
    ['e', review.edit],
    ['z', review.undo],
    ['j', () => move(index + 1)],
    ['k', () => move(index - 1)],
    ['ArrowDown', () => move(index + 1)],
    ['ArrowUp', () => move(index - 1)],
    ['g', () => move(0)],
    ['G', () => move(rows.length - 1)],
    ['n', () => toWaiting(1)],
    ['N', () => toWaiting(-1)],
    [' ', page],
    ['l', () => pane.current?.focus()],
    ['x', () => row && waits(row) && review.toggle(row.id)],
    ['X', review.clearSelection],
    ['/', () => review.search.current?.focus()],
    ['f', () => change({ kind: following(KINDS, view.kind) })],
    ['m', () => change({ mailboxId: following([...mailboxes.keys()], view.mailboxId) })],
    ['s', () => change({ sort: view.sort === 'oldest' ? 'newest' : 'oldest' })],
    ['c', review.clearDecided],
    ['R', review.reload],
    ['?', review.help],
    ['Escape', () => change({ filter: '', kind: undefined, mailboxId: undefined })],
  ]);
}

/** The next of several; after the last one undefined, which shows all. */
function following<T>(all: readonly T[], current: T | undefined): T | undefined {
  return current === undefined ? all[0] : all[all.indexOf(current) + 1];
}
