import type { ContentLine } from './lines.ts';

/** The first event of a calendar file, and what stands around it. */

export interface FirstEvent {
  /** Value of METHOD; null without one. */
  readonly method: string | null;
  /** Lines of the event itself, without those of its alarms. */
  readonly lines: readonly ContentLine[];
  /** Events after the first one. */
  readonly others: number;
}

const CALENDAR = 'VCALENDAR';
const EVENT = 'VEVENT';

/** Null without an event. A file that ends within its event was cut, so that event doesn't count. */
export function firstEvent(all: readonly ContentLine[]): FirstEvent | null {
  const open: string[] = [];
  const lines: ContentLine[] = [];
  let method: string | null = null;
  let ended = 0;
  for (const line of all) {
    const component = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN') {
      open.push(component);
    } else if (line.name === 'END') {
      if (open.at(-1) !== component) return null;
      if (isEvent(open)) ended++;
      open.pop();
    } else if (isEvent(open)) {
      if (ended === 0) lines.push(line);
    } else if (open.length === 1 && open[0] === CALENDAR && line.name === 'METHOD') {
      method ??= line.value;
    }
  }
  return ended === 0 ? null : { method, lines, others: ended - 1 };
}

function isEvent(open: readonly string[]): boolean {
  return open.length === 2 && open[0] === CALENDAR && open[1] === EVENT;
}
