import { PAST } from '../../../shared/review/decisions.ts';
import { fitParty } from '../../output/terminal/party.ts';
import { safeLine } from '../../output/terminal/safe.ts';
import { relativeTime } from '../../output/terminal/time.ts';
import { NO_SUBJECT } from '../../output/views/placeholders.ts';
import { isSeen } from './decide.ts';
import { type Layout, layoutOf, visibleEntries } from './layout.ts';
import { isFiltered, type QueueRow, waits } from './queue.ts';
import type { ReviewState } from './state.ts';
import { justify, type ScreenTone, type TextLine, type TextSpan, toWidth, widthOf, wrap } from './text.ts';
import { secondsLeft } from './undo.ts';

/** Longer fields are cut before they are made safe. */
const LONGEST_FIELD = 300;

/** Columns of an entry's first line besides the party and the age. */
const AROUND = 9;
/** Columns of the party where the subject follows on the line. */
const PARTY_WIDTH = 50;

/** Lines of the visible entries. */
export function queueLines(state: ReviewState): TextLine[] {
  const layout = layoutOf(state.size);
  const { width, height } = layout.queue;
  if (state.order.length === 0) {
    return emptyText(state)
      .flatMap((text) => wrap([{ text, tone: 'quiet' }], width - 1))
      .slice(0, height);
  }
  const shown = state.order.slice(state.top, state.top + visibleEntries(layout));
  return shown.flatMap((id) => {
    const row = state.rows.get(id);
    return row ? entryLines(state, row, layout) : [];
  });
}

function emptyText(state: ReviewState): string[] {
  const { sources, mailboxes, role, trouble } = state;
  if (trouble) return [''];
  if (role === undefined || sources.some(({ edge, isComplete }) => !edge && !isComplete)) return ['Loading…'];
  if (mailboxes.size === 0) return ['No mailboxes yet: agentmail mailboxes create NAME'];
  if (isFiltered(state)) return ['No matches. Press esc to clear the filters.'];
  return ['Nothing to review.', '', 'Newly held messages appear here automatically.'];
}

function entryLines(state: ReviewState, row: QueueRow, { queue, entryLines: count }: Layout): TextLine[] {
  const { width } = queue;
  const isCursor = row.id === state.cursor;
  const age: TextSpan = { text: relativeTime(row.createdAt, state.now).replace(' ago', ''), tone: 'quiet' };
  const waiting = waits(row);
  const weight: ScreenTone | undefined =
    waiting && !isSeen(state, row.id) ? 'strong' : waiting ? undefined : 'quiet';
  const who: TextLine = [
    { text: isCursor ? '>' : ' ' },
    { text: state.selected.has(row.id) ? 'x' : ' ', tone: 'warning' },
    { text: row.direction === 'inbound' ? ' from ' : ' to ', tone: 'quiet' },
    { text: fitParty(row.party, count === 2 ? width - widthOf([age]) - AROUND : PARTY_WIDTH), tone: weight },
  ];
  const subject: TextLine = subjectOf(row, weight, state.now);
  const lines =
    count === 2
      ? [justify(who, [age, { text: ' ' }], width), toWidth([{ text: '   ' }, ...subject], width)]
      : [justify([...who, { text: '  ' }, ...subject], [age, { text: ' ' }], width)];
  return isCursor ? lines.map((line) => pointed(line, state.focus === 'queue')) : lines;
}

/** Highlights the entry under the cursor, less while the message has the focus. */
function pointed(line: TextLine, hasFocus: boolean): TextLine {
  if (hasFocus) return [{ text: line.map(({ text }) => text).join(''), tone: 'cursor' }];
  return line.map((span) => ({ ...span, tone: span.tone ?? 'strong' }));
}

function subjectOf(row: QueueRow, tone: ScreenTone | undefined, now: number): TextLine {
  const { fate } = row;
  if (fate.kind === 'scheduled') {
    const text = `${PAST[fate.verb].toLowerCase()} in ${secondsLeft(fate.dueAt, now)} s: `;
    return [{ text, tone: 'warning' }, subjectSpan(row, tone)];
  }
  if (fate.kind === 'decided') {
    const by = fate.by === 'you' ? '' : ' elsewhere';
    return [{ text: `${safeLine(fate.outcome)}${by}: `, tone: 'good' }, subjectSpan(row, tone)];
  }
  if (fate.kind === 'deciding') return [{ text: 'deciding: ', tone: 'warning' }, subjectSpan(row, tone)];
  if (fate.kind === 'failed') return [{ text: 'failed: ', tone: 'bad' }, subjectSpan(row, tone)];
  if (row.state === 'quarantined') return [{ text: 'quarantined: ', tone: 'bad' }, subjectSpan(row, tone)];
  return [subjectSpan(row, tone)];
}

function subjectSpan({ subject, hasAttachment }: QueueRow, tone: ScreenTone | undefined): TextSpan {
  const text = safeLine(subject.slice(0, LONGEST_FIELD)).trim() || NO_SUBJECT;
  return { text: hasAttachment ? `${text} (attachment)` : text, tone: tone === 'strong' ? undefined : tone };
}
