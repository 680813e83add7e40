import cliTruncate from 'cli-truncate';
import wrapAnsi from 'wrap-ansi';
import type { StreamedDelivery } from '../../../shared/contract/event-stream.ts';
import { type Rendering, render } from '../../output/terminal/render.ts';
import { safeText } from '../../output/terminal/safe.ts';
import { clockTime } from '../../output/terminal/time.ts';
import {
  bad,
  type Cell,
  type Document,
  fields,
  gap,
  line,
  orDash,
  quiet,
  strong,
  table,
  warning,
} from '../../output/views/document.ts';
import { deliveryStatus, deliveryTime } from '../../output/views/events.ts';
import { selectedDelivery, type TailState } from './state.ts';

export interface FrameSize extends Rendering {
  readonly width: number;
  /** Lines of the terminal. */
  readonly height: number;
}

const KEYS = '↑ ↓ select · d details · r retry · q quit';
/** The widest label of the details, and the gap after it. */
const LABEL_WIDTH = 13;
/** Lines of a response, so that the list keeps some room. */
const PREVIEW_LINES = 6;
const FEWEST_ROWS = 3;

/** All lines of the screen: deliveries, details of the selected one, the last message, the keys. */
export function tailFrame(state: TailState, about: string, size: FrameSize): string[] {
  const selected = selectedDelivery(state);
  const draw = (document: Document) => linesOf(document, size);
  const head = draw([line(strong('Deliveries'), quiet(about)), gap]);
  const foot = draw([gap, line(state.message ?? ''), line(quiet(KEYS))]);
  const room = size.height - head.length - foot.length;
  const details = state.showsDetails && selected ? draw([gap, ...detailsOf(selected, size.width)]) : [];
  const shownDetails = details.slice(0, Math.max(0, room - FEWEST_ROWS));
  // One line is for the titles.
  const rows = around(state.deliveries, selected, room - shownDetails.length - 1);
  return [...head, ...draw([list(rows, selected)]), ...shownDetails, ...foot].slice(-size.height);
}

function linesOf(document: Document, { height: _, ...rendering }: FrameSize): string[] {
  const lines = render(document, rendering).split('\n').slice(0, -1);
  return lines.map((each) => cliTruncate(each, rendering.width));
}

/** The newest, or earlier ones that include the selected one. */
function around(
  deliveries: readonly StreamedDelivery[],
  selected: StreamedDelivery | undefined,
  count: number,
): readonly StreamedDelivery[] {
  const room = Math.max(1, count);
  const newest = Math.max(0, deliveries.length - room);
  const start = selected ? Math.min(newest, deliveries.indexOf(selected)) : newest;
  return deliveries.slice(start, start + room);
}

function list(rows: readonly StreamedDelivery[], selected: StreamedDelivery | undefined) {
  return table(
    [
      { title: '' },
      { title: 'when' },
      { title: 'status' },
      { title: 'event' },
      { title: 'tries', align: 'right' },
      { title: 'error', flexible: true },
      { title: 'retry at' },
    ],
    rows.map((each) => [
      each === selected ? strong('>') : '',
      deliveryTime(each),
      deliveryStatus(each),
      strong(each.event_type),
      String(each.attempt_count),
      each.last_error === null ? '' : bad(each.last_error),
      each.next_retry_at === null ? '' : warning(clockTime(each.next_retry_at)),
    ]),
    'Nothing yet. In another terminal: agentmail trigger webhook.test',
  );
}

function detailsOf(each: StreamedDelivery, width: number): Document {
  const room = Math.max(1, width - LABEL_WIDTH);
  return [
    fields(
      ['event', strong(each.event_type)],
      ['delivery', each.id],
      ['webhook', each.webhook_id],
      ['status', deliveryStatus(each)],
      ['attempts', String(each.attempt_count)],
      ['HTTP status', orDash(each.http_status === null ? null : String(each.http_status))],
      ...rows('last error', wrapped(each.last_error, room).map(bad)),
      ['next retry', each.next_retry_at === null ? orDash(null) : { clock: each.next_retry_at }],
      ['created', { clock: each.created_at }],
      ...rows('response', wrapped(each.response_preview, room).slice(0, PREVIEW_LINES)),
    ),
  ];
}

/** Wraps a long value. It is made safe first, which makes it longer. */
function wrapped(value: string | null, room: number): string[] {
  return value === null || value === '' ? [] : wrapAnsi(safeText(value), room, { hard: true }).split('\n');
}

function rows(label: string, lines: readonly Cell[]): (readonly [string, Cell])[] {
  if (lines.length === 0) return [[label, orDash(null)]];
  return lines.map((cell, index) => [index === 0 ? label : '', cell]);
}
