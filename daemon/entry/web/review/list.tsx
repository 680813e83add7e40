import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { PAST } from '../../../../shared/review/decisions.ts';
import { MailLine } from '../parts/mail-text.tsx';
import { Party } from '../parts/party.tsx';
import { Time } from '../parts/time.tsx';
import { type Row, waits } from './rows.ts';
import type { Seen } from './targets.ts';

/** Height of a row in pixels, as the style sets it. */
const ROW_HEIGHT = 64;
const OVERSCAN = 8;
const LONGEST_FIELD = 300;

interface Options {
  readonly rows: readonly Row[];
  readonly current: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly seen: Seen;
  readonly toggle: (id: string) => void;
}

/** The queue; only rows on the screen are in the document. */
export function QueueList({ rows, current, selected, seen, toggle }: Options) {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last } = useWindow(scroller, rows.length);
  const index = rows.findIndex(({ id }) => id === current);
  useEffect(() => {
    const { current: list } = scroller;
    if (!list || index < 0) return;
    // The row before and the row after stay on the screen too.
    const lowest = (index + 2) * ROW_HEIGHT - list.clientHeight;
    list.scrollTop = Math.max(Math.min(list.scrollTop, (index - 1) * ROW_HEIGHT), lowest);
  }, [index]);
  return (
    <div className="queue" ref={scroller}>
      <ul aria-label="Held messages" className="placed" style={{ height: rows.length * ROW_HEIGHT }}>
        {rows.slice(first, last).map((row, offset) => (
          <li
            key={row.id}
            aria-setsize={rows.length}
            aria-posinset={first + offset + 1}
            style={{ top: (first + offset) * ROW_HEIGHT }}
          >
            <Entry
              row={row}
              isCurrent={row.id === current}
              isSelected={selected.has(row.id)}
              isSeen={seen.get(row.id) === 'all'}
              toggle={toggle}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Indexes of the rows on the screen, and of some around them. */
function useWindow(scroller: RefObject<HTMLElement | null>, count: number): { first: number; last: number } {
  const [view, setView] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const { current: list } = scroller;
    if (!list) return;
    const look = () => setView({ top: list.scrollTop, height: list.clientHeight });
    const watcher = new ResizeObserver(look);
    watcher.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return {
    first: Math.max(0, Math.floor(view.top / ROW_HEIGHT) - OVERSCAN),
    last: Math.min(count, Math.ceil((view.top + view.height) / ROW_HEIGHT) + OVERSCAN),
  };
}

interface EntryOptions {
  readonly row: Row;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly isSeen: boolean;
  readonly toggle: (id: string) => void;
}

const Entry = memo(function Entry({ row, isCurrent, isSelected, isSeen, toggle }: EntryOptions) {
  const subject = row.subject.slice(0, LONGEST_FIELD).trim() || NO_SUBJECT;
  const isOpen = waits(row);
  return (
    <div className={`entry${isCurrent ? ' current' : ''}${isOpen ? '' : ' over'}`}>
      <input
        type="checkbox"
        aria-label={`Select ${subject}`}
        checked={isSelected}
        disabled={!isOpen}
        onChange={() => toggle(row.id)}
      />
      <Link to={`/review/${row.id}`} aria-current={isCurrent ? 'true' : undefined}>
        <span className={`line${isOpen && !isSeen ? ' strong' : ''}`}>
          <Sign row={row} />
          <Party sign={row.direction === 'inbound' ? '<' : '>'} party={row.party} />
          <span className="quiet">
            <Time at={row.createdAt} />
          </span>
        </span>
        <span className="cut">
          <FateText row={row} />
          <MailLine text={subject} />
          {row.hasAttachment && ' [+]'}
        </span>
      </Link>
    </div>
  );
});

function Sign({ row: { state, fate } }: { readonly row: Row }) {
  if (fate.kind === 'deciding' || fate.kind === 'scheduled') return <b className="warn">…</b>;
  if (fate.kind === 'failed') return <b className="bad">!</b>;
  if (fate.kind === 'decided') return <b className="good">{fate.by === 'you' ? '✓' : '-'}</b>;
  return state === 'pending_review' ? (
    <b className="warn" title="Waits for review">
      ?
    </b>
  ) : (
    <b className="bad" title="Quarantined">
      Q
    </b>
  );
}

function FateText({ row: { fate } }: { readonly row: Row }) {
  if (fate.kind === 'waiting') return null;
  if (fate.kind === 'deciding') return <span className="warn">deciding: </span>;
  if (fate.kind === 'scheduled')
    return <span className="warn">{`${PAST[fate.verb].toLowerCase()}, can be undone: `}</span>;
  if (fate.kind === 'failed') return <span className="bad">failed: </span>;
  return <span className="good">{`${fate.outcome}${fate.by === 'you' ? '' : ' elsewhere'}: `}</span>;
}
