import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { PRESENT } from '../../../../shared/review/decisions.ts';
import { useKeys } from '../keys.ts';
import { Message } from '../message/message.tsx';
import { Empty } from '../parts/empty.tsx';
import { ConfirmDialog, ReasonDialog } from './decide-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ReviewHelp } from './help.tsx';
import { QueueList } from './list.tsx';
import { fittingVerbs, KIND_NAMES, KINDS, LETS_GO, type Row, type Verb, waits } from './rows.ts';
import { UndoButton } from './undo.tsx';
import { keysOf, nearestWaiting, type Review, undoText, useReview } from './use-review.ts';

/** The review queue: held messages, and the chosen one. */
export function ReviewView({ id }: { readonly id: string | undefined }) {
  const review = useReview(id);
  const pane = useRef<HTMLElement>(null);
  useKeys(keysOf(review, pane));
  const { row, queue, saw, seen, selected, rows } = review;
  return (
    <main className={`panes${id === undefined ? '' : ' reading'}`}>
      <section className="queue-pane" aria-label="Queue">
        <h1 className="unseen">Review</h1>
        <Filters review={review} />
        {rows.length === 0 ? (
          <Empty icon={ShieldCheck}>{emptyText(review)}</Empty>
        ) : (
          <QueueList rows={rows} current={row?.id} selected={selected} seen={seen} toggle={review.toggle} />
        )}
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus */}
      <section className="message-pane" aria-label="Message" ref={pane} tabIndex={0}>
        <Link to="/review" className="narrow-only">
          Back to the queue
        </Link>
        {row && <Message key={row.id} id={row.id} mailboxes={queue.mailboxes} reading={{ pane, saw }} />}
      </section>
      <footer className="actions-bar">
        <p role="status" className={review.said.isBad ? 'bad' : undefined}>
          {review.said.text || undoText(review.undoable) || statusText(review)}
        </p>
        <UndoButton rows={review.undoable} undo={review.undo} />
        <Actions review={review} />
      </footer>
      <Dialogs review={review} />
    </main>
  );
}

function emptyText({ queue, isFiltered }: Review): string {
  if (queue.problem !== undefined) return '';
  if (!queue.isLoaded) return 'Loading…';
  if (queue.mailboxes.size === 0) return 'No mailboxes yet. Create one in Start.';
  return isFiltered ? 'No matches.' : 'Nothing to review. Newly held messages appear here automatically.';
}

function statusText({ row, queue, rows, index }: Review): ReactNode {
  if (queue.problem !== undefined) return queue.problem;
  if (row?.fate.kind === 'failed') return `Failed: ${row.fate.message}`;
  if (rows.length === 0) return '';
  return index < 0 ? `${rows.length} in the list` : `${index + 1} of ${rows.length}`;
}

function Filters({ review }: { readonly review: Review }) {
  const { queue, view, change, search, selected } = review;
  const waiting = [...queue.rows.values()].filter(waits);
  const quarantined = waiting.filter(({ state }) => state === 'quarantined').length;
  const link = { live: 'live', lost: 'connection lost', connecting: 'connecting' }[queue.link];
  return (
    <div className="filters">
      <p>
        <strong>
          {waiting.length - quarantined} to approve, {quarantined} in quarantine
        </strong>
        {selected.size > 0 && <span className="warn">, {selected.size} selected</span>}{' '}
        <span className={queue.link === 'live' ? 'good' : 'bad'}>{link}</span>
      </p>
      <input
        ref={search}
        type="search"
        aria-label="Filter"
        placeholder="Filter"
        value={view.filter}
        onChange={(event) => change({ filter: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          if (event.key === 'Escape') change({ filter: '' });
        }}
      />
      <select
        aria-label="Kind"
        value={view.kind ?? ''}
        onChange={({ target }) => change({ kind: KINDS.find((kind) => kind === target.value) })}
      >
        <option value="">All kinds</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_NAMES[kind]}
          </option>
        ))}
      </select>
      <select
        aria-label="Mailbox"
        value={view.mailboxId ?? ''}
        onChange={({ target }) => change({ mailboxId: target.value || undefined })}
      >
        <option value="">All mailboxes</option>
        {[...queue.mailboxes.values()].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Order"
        value={view.sort}
        onChange={({ target }) => change({ sort: target.value === 'newest' ? 'newest' : 'oldest' })}
      >
        <option value="oldest">Oldest first</option>
        <option value="newest">Newest first</option>
      </select>
    </div>
  );
}

function Actions({ review }: { readonly review: Review }) {
  const { row, selected, ask, edit, help, move } = review;
  const isOpen = selected.size > 0 || (row !== undefined && waits(row));
  const verbs = isOpen ? offeredVerbs(review) : [];
  const next = isOpen ? undefined : (nearestWaiting(review, 1) ?? nearestWaiting(review, -1));
  return (
    <p className="actions">
      {row && next !== undefined && (
        <button type="button" onClick={() => move(next)}>
          Next
        </button>
      )}
      {verbs.map((verb) => (
        <button
          key={verb}
          type="button"
          className={verb === 'deny' || verb === 'block' ? 'bad' : undefined}
          onClick={() => ask(verb)}
        >
          {PRESENT[verb]}
        </button>
      ))}
      {row && selected.size === 0 && isEditable(row) && (
        <button type="button" className="plain" onClick={edit}>
          Edit
        </button>
      )}
      <button type="button" className="plain wide-only" onClick={help}>
        Keys
      </button>
    </p>
  );
}

/** Decisions that fit what is chosen; the safe one first where the scan proved an attack. */
function offeredVerbs({ row, rows, selected }: Review): Verb[] {
  const chosen = selected.size > 0 ? rows.filter(({ id }) => selected.has(id)) : row ? [row] : [];
  const verbs = fittingVerbs(chosen);
  const isProven = chosen.some(({ proven }) => proven.length > 0);
  return isProven ? verbs.toSorted((verb) => (LETS_GO.has(verb) ? 1 : -1)) : verbs;
}

export function isEditable(row: Row): boolean {
  return waits(row) && row.direction === 'outbound';
}

function Dialogs({ review }: { readonly review: Review }) {
  const { asking, close, queue } = review;
  switch (asking?.kind) {
    case 'confirm':
      return (
        <ConfirmDialog
          {...asking}
          close={close}
          yes={() => review.confirmed(asking.target)}
          decideInstead={(verb) => review.askReason({ ...asking.target, verb })}
        />
      );
    case 'reason':
      return (
        <ReasonDialog
          target={asking.target}
          isRequired={asking.isRequired}
          before={asking.before}
          close={close}
          decide={(reason) => review.start(asking.target, reason)}
        />
      );
    case 'edit':
      return (
        <EditDialog
          id={asking.id}
          mailboxes={queue.mailboxes}
          close={close}
          edited={() => review.edited(asking.id)}
        />
      );
    case 'help':
      return <ReviewHelp close={close} />;
    default:
      return null;
  }
}
