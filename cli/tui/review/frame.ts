import { safeLine } from '../../output/terminal/safe.ts';
import type { HeldState } from '../../tasks/reviewing/queue.ts';
import { leftOutText, presentOf } from './decide.ts';
import { helpPage } from './help.ts';
import { type Layout, layoutOf } from './layout.ts';
import { waits } from './queue.ts';
import { queueLines } from './queue-lines.ts';
import { countWaiting, cursorRow, type ReviewState, type ScreenMode, type VisiblePart } from './state.ts';
import { justify, type TextLine, type TextSpan, toWidth, widthOf, withMarks, wrap } from './text.ts';
import { undoable, undoLine } from './undo.ts';
import { isAllLoaded, shownMessage } from './view.ts';

/** Lines of the screen, cut to its size. */
export interface Frame {
  readonly layout: Layout;
  readonly title: TextLine;
  /** Undefined if the pane isn't shown. */
  readonly queue: readonly TextLine[] | undefined;
  readonly message: readonly TextLine[] | undefined;
  /** Replaces both panes. */
  readonly page: readonly TextLine[] | undefined;
  readonly status: TextLine;
  readonly keys: TextLine | undefined;
  /** The visible part of a message. */
  readonly painted: VisiblePart | undefined;
}

export function frameOf(state: ReviewState): Frame {
  const layout = layoutOf(state.size);
  const { columns } = state.size;
  const { mode } = state;
  const showsHelp = mode.kind === 'help';
  const hasBoth = layout.panes === 'both';
  const showsMessage = !showsHelp && (hasBoth || (layout.panes === 'one' && state.focus === 'message'));
  const showsQueue = !showsHelp && (hasBoth || (layout.panes === 'one' && state.focus === 'queue'));
  return {
    layout,
    title: toWidth(titleLine(state), columns),
    queue: showsQueue ? fitted(queueLines(state), layout.queue) : undefined,
    message: showsMessage ? fitted(messagePane(state), layout.message) : undefined,
    page: mode.kind === 'help' ? helpPage(state.size, mode.from).lines : undefined,
    status: toWidth(statusLine(state), columns),
    keys: layout.showsKeys ? toWidth(keysLine(state), columns) : undefined,
    painted: showsMessage ? paintedOf(state) : undefined,
  };
}

function fitted(
  lines: readonly TextLine[],
  { width, height }: { width: number; height: number },
): TextLine[] {
  return lines.slice(0, height).map((line) => (widthOf(line) > width ? toWidth(line, width) : line));
}

function paintedOf(state: ReviewState): VisiblePart | undefined {
  const shown = shownMessage(state);
  if (!shown) return undefined;
  const { detail, scroll, height, lines, isWhole } = shown;
  return {
    id: detail.id,
    from: scroll,
    to: Math.min(scroll + height, lines.length),
    of: lines.length,
    isWhole,
  };
}

function titleLine(state: ReviewState): TextLine {
  const more = isAllLoaded(state) || state.sources.length === 0 ? '' : '+';
  const left: TextSpan[] = [{ text: 'Review', tone: 'strong' }, { text: `  ${countsText(state)}` }];
  if (state.selected.size > 0) left.push({ text: `  ${state.selected.size} selected`, tone: 'warning' });
  if (state.filter !== '' && state.mode.kind !== 'filter') {
    left.push({ text: `  /${safeLine(state.filter)}`, tone: 'warning' });
    left.push({ text: ` ${state.order.length}${more}`, tone: 'quiet' });
  }
  left.push(...viewSpans(state));
  if (state.role === 'agent') left.push({ text: '  agent key', tone: 'quiet' });
  return justify(left, [linkSpan(state)], state.size.columns);
}

const KIND_NAMES = {
  approval: 'to approve',
  outbound: 'quarantined, outbound',
  inbound: 'quarantined, inbound',
} as const;

/** How many wait, of each state; a list that isn't whole may have more. */
function countsText(state: ReviewState): string {
  const counts = countWaiting(state);
  const text = (held: HeldState, name: string) => {
    const isWhole = state.sources.every((source) => source.state !== held || source.isComplete);
    const count = counts[held];
    if (isWhole) return `${count} ${name}`;
    return count === 0 ? `… ${name}` : `${count} or more ${name}`;
  };
  return `${text('pending_review', 'to approve')}, ${text('quarantined', 'in quarantine')}`;
}

/** Order and filters, unless default. */
function viewSpans({ sort, kind, mailboxId, mailboxes }: ReviewState): TextSpan[] {
  const mailbox = mailboxId === undefined ? undefined : mailboxes.get(mailboxId)?.name;
  const parts = [
    ...(kind === undefined ? [] : [KIND_NAMES[kind]]),
    ...(mailbox === undefined ? [] : [`in ${safeLine(mailbox)}`]),
    ...(sort === 'oldest' ? [] : ['newest first']),
  ];
  return parts.map((text) => ({ text: `  ${text}`, tone: 'warning' }));
}

function linkSpan({ link, trouble }: ReviewState): TextSpan {
  if (trouble && !trouble.isTransient) return { text: 'stopped', tone: 'bad' };
  if (link === 'lost' || trouble) return { text: 'connection lost', tone: 'bad' };
  return link === 'live' ? { text: 'live', tone: 'good' } : { text: 'connecting', tone: 'quiet' };
}

function messagePane(state: ReviewState): readonly TextLine[] {
  const { width } = layoutOf(state.size).message;
  const row = cursorRow(state);
  if (!row) return [];
  const shown = shownMessage(state);
  if (shown) {
    const current = state.mark === undefined ? undefined : shown.marks[state.mark]?.id;
    return shown.lines
      .slice(shown.scroll, shown.scroll + shown.height)
      .map((line) => withMarks(line, current));
  }
  const reading = state.readings.get(row.id);
  if (reading?.kind !== 'failed') return [[{ text: 'Loading…', tone: 'quiet' }]];
  return wrap([{ text: `Can't load it: ${safeLine(reading.problem.message)}`, tone: 'bad' }], width);
}

function statusLine(state: ReviewState): TextLine {
  const { mode, said, trouble } = state;
  if (mode.kind !== 'browse' && mode.kind !== 'help') return promptLine(mode, said, state.size.columns);
  if (said.length > 0) return said.map((span) => ({ ...span, text: safeLine(span.text) }));
  if (trouble) {
    const next = trouble.isTransient ? 'retrying' : 'press R to retry';
    return [{ text: `${safeLine(trouble.message)} (${safeLine(trouble.code)}; ${next})`, tone: 'bad' }];
  }
  const undo = undoLine(state);
  if (undo) return undo.map((span) => ({ ...span, text: safeLine(span.text) }));
  const row = cursorRow(state);
  if (row?.fate.kind === 'failed') return [{ text: `Failed: ${safeLine(row.fate.message)}`, tone: 'bad' }];
  return position(state);
}

function position(state: ReviewState): TextLine {
  if (state.order.length === 0) return [];
  const more = isAllLoaded(state) ? '' : '+';
  const list = `${state.index + 1} of ${state.order.length}${more}`;
  const shown = shownMessage(state);
  if (!shown) return [{ text: list, tone: 'quiet' }];
  const { scroll, height, lines, marks } = shown;
  const marked = marks.length === 0 ? '' : `, ${marks.length} ${marks.length === 1 ? 'mark' : 'marks'}`;
  if (lines.length <= height) return [{ text: `${list}${marked}`, tone: 'quiet' }];
  const end = Math.min(scroll + height, lines.length);
  const rest = end < lines.length ? ', space for more' : '';
  return [
    { text: `${list}${marked}, lines ${scroll + 1} to ${end} of ${lines.length}${rest}`, tone: 'quiet' },
  ];
}

type Prompt = Exclude<ScreenMode, { kind: 'browse' | 'help' }>;

function promptLine(mode: Prompt, said: TextLine, columns: number): TextLine {
  switch (mode.kind) {
    case 'filter':
      return typed('Filter: ', mode.input, columns);
    case 'reason':
      return typed(reasonQuestion(mode, said), mode.input, columns);
    case 'confirm':
      return [
        { text: mode.question, tone: 'warning' },
        { text: mode.instead ? ` enter: ${mode.instead} · y: ${mode.target.verb}` : ' y/n', tone: 'strong' },
      ];
    case 'open':
      return openQuestion(mode);
  }
}

function openQuestion({ parts, asked }: Extract<ScreenMode, { kind: 'open' }>): TextLine {
  if (asked) {
    return [
      { text: `${asked.name} may be harmful. Open it in another program?`, tone: 'warning' },
      { text: ' y/n', tone: 'strong' },
    ];
  }
  return [
    { text: 'Open: ', tone: 'strong' },
    ...parts.flatMap(({ key, name }): TextLine => [{ text: key, tone: 'strong' }, { text: ` ${name}  ` }]),
  ];
}

function reasonQuestion(
  { target, isRequired }: Extract<ScreenMode, { kind: 'reason' }>,
  said: TextLine,
): string {
  const count = target.ids.length;
  const what = count === 1 ? presentOf(target.verb) : `${presentOf(target.verb)} ${count}`;
  const complaint = said.map(({ text }) => `${safeLine(text)} `).join('');
  return `${complaint}${what}.${leftOutText(target)} ${isRequired ? 'Note' : 'Reason (optional)'}: `;
}

/** An input line, cut at its start. */
function typed(question: string, input: string, columns: number): TextLine {
  const room = Math.max(8, columns - question.length - 1);
  const characters = [...safeLine(input)];
  const shown = characters.length > room ? `…${characters.slice(1 - room).join('')}` : characters.join('');
  return [
    { text: question, tone: 'strong' },
    { text: input.endsWith(' ') ? `${shown.trimEnd()} ` : shown },
    { text: ' ', tone: 'cursor' },
  ];
}

const READING_KEYS = ['j k scroll', 'n mark', 'h list', 'space page'];
const LIST_KEYS = ['j k move', 'space read on', 'l message'];
/** Always shown. */
const LAST_KEYS = ['? help', 'q quit'];

function keysLine(state: ReviewState): TextLine {
  const { mode, focus, size } = state;
  const quiet = (text: string): TextLine => [{ text, tone: 'quiet' }];
  switch (mode.kind) {
    case 'help':
      return quiet(
        helpPage(size, mode.from).next === undefined
          ? 'any key closes help'
          : 'space reads on · any other key closes help',
      );
    case 'filter':
      return quiet('enter keeps the filter · esc cancels it');
    case 'reason':
      return quiet('enter confirms · esc cancels');
    case 'confirm':
      return quiet(
        mode.instead
          ? `enter ${mode.instead === 'block' ? 'blocks' : 'denies'} instead · y confirms · any other key cancels`
          : 'y confirms · any other key cancels',
      );
    case 'open':
      return quiet('press its key to open it · any other key cancels');
    case 'browse': {
      const keys = [
        ...(undoable(state).length > 0 ? ['z undo'] : []),
        ...decidingKeys(state),
        ...(focus === 'queue' ? LIST_KEYS : READING_KEYS),
        'x select',
        '/ filter',
        's sort',
      ];
      return quiet(joinKeys(keys, size.columns));
    }
  }
}

const DECIDING = {
  pending_review: ['a approve', 'd deny'],
  quarantined: ['r release', 'b block'],
} as const;

/**
 * Keys of decisions that fit the message, or all selected ones; the safe one first where an attack is proven.
 * Nothing decides about a message that is decided or being decided.
 */
function decidingKeys(state: ReviewState): readonly string[] {
  const { rows, selected } = state;
  const chosen = selected.size > 0 ? [...selected].map((id) => rows.get(id)) : [cursorRow(state)];
  const waiting = chosen.filter((row) => row !== undefined).filter(waits);
  const states = new Set(
    waiting.map(({ state: held }) => (held === 'quarantined' ? held : 'pending_review')),
  );
  const [only] = states;
  if (states.size !== 1 || only === undefined) return [];
  const isProven = waiting.some(({ proven }) => proven.length > 0);
  const keys = isProven ? DECIDING[only].toReversed() : DECIDING[only];
  const isEditable = selected.size === 0 && waiting.every(({ direction }) => direction === 'outbound');
  return isEditable ? [...keys, 'e edit'] : keys;
}

/** The first keys that fit, and the last ones. */
function joinKeys(keys: readonly string[], columns: number): string {
  const joined = [...keys, ...LAST_KEYS].join(' · ');
  return joined.length <= columns || keys.length === 0 ? joined : joinKeys(keys.slice(0, -1), columns);
}
