import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { PAST } from '../../../../shared/review/decisions.ts';
import { Attached } from '../parts/attached.tsx';
import { Badge } from '../parts/badge.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { Party } from '../parts/party.tsx';
import { Time } from '../parts/time.tsx';
import { type Row, waits } from './rows.ts';
import type { Seen } from './targets.ts';

/** Height of a row in pixels, as the style sets it. */
const ROW_HEIGHT = 84;
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
  useLayoutEffect(() => {
    const { current: list } = scroller;
    if (!list || index < 0) return;
    // The row before and the row after stay on the screen too.
    // `clientHeight` may be rounded up.
    const height = Math.floor(list.getBoundingClientRect().height);
    const lowest = (index + 2) * ROW_HEIGHT - height;
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
          <Party isTo={row.direction === 'outbound'} party={row.party} />
          <span className="quiet">
            <Time at={row.createdAt} />
          </span>
        </span>
        <span className="line subject">
          <span className="cut">
            <MailLine text={subject} />
          </span>
          {row.hasAttachment && <Attached />}
        </span>
        <span className="line">
          <StateBadge row={row} />
          <span className="cut quiet">
            <MailLine text={row.preview.slice(0, LONGEST_FIELD)} />
          </span>
        </span>
      </Link>
    </div>
  );
});

/** Why a row is in the list, and what became of it. */
function StateBadge({ row: { state, fate } }: { readonly row: Row }) {
  switch (fate.kind) {
    case 'deciding':
      return <Badge tone="warn">deciding</Badge>;
    case 'scheduled':
      return <Badge tone="warn">{`${PAST[fate.verb].toLowerCase()}, can be undone`}</Badge>;
    case 'failed':
      return <Badge tone="bad">failed</Badge>;
    case 'decided': {
      const tone = fate.by === 'you' ? 'good' : undefined;
      return <Badge tone={tone}>{`${fate.outcome}${fate.by === 'you' ? '' : ' elsewhere'}`}</Badge>;
    }
    case 'waiting':
      return state === 'pending_review' ? (
        <Badge tone="accent">To approve</Badge>
      ) : (
        <Badge tone="bad">Quarantined</Badge>
      );
  }
}
