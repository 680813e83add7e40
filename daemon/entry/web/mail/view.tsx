import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { messageOf } from '../api.ts';
import { COUNTS } from '../counts.ts';
import { eventsOf, useStream } from '../events.ts';
import { useKeys } from '../keys.ts';
import { useMailboxes } from '../mailboxes.ts';
import { detailKey } from '../message/message.tsx';
import { Problem } from '../parts/problem.tsx';
import { openCompose } from './compose-state.ts';
import { FOLDERS, type Folder, idOf, pathOf } from './folders.ts';
import { MailHelp } from './help.tsx';
import { MAIL, MailList, useMailList } from './list.tsx';
import { Opened } from './opened.tsx';
import { TestDialog } from './test-dialog.tsx';

/** Events after which lists read differently. */
const ABOUT_MAIL = eventsOf([
  'message.received',
  'message.delivered',
  'message.bounced',
  'message.quarantined',
  'message.pending_review',
  'message.review_resolved',
  'message.blocked',
  'message.dispatch_failed',
]);

interface Options {
  readonly mailboxId?: string;
  readonly folder?: string;
  /** Message, thread or draft, as in the path. */
  readonly id?: string;
}

/** The mail of a mailbox: a folder beside what is chosen in it. */
export function MailView({ mailboxId, folder: name, id: part = '' }: Options) {
  const id = idOf(part);
  const { data, error, refetch } = useMailboxes();
  if (error) return <Problem text={messageOf(error)} retry={refetch} />;
  if (!data) return null;
  const [first] = data.mailboxes;
  if (!first) return <Redirect to="/start" replace />;
  const mailbox = data.mailboxes.find((each) => each.id === mailboxId);
  const folder = FOLDERS.find((each) => each.name === name);
  if (!mailbox || !folder) {
    return <Redirect to={pathOf((mailbox ?? first).id, (folder ?? FOLDERS[0]).name, id)} replace />;
  }
  return <Folders mailboxes={data.mailboxes} {...{ mailbox, folder }} id={id} />;
}

interface FolderOptions {
  readonly mailboxes: readonly MailboxView[];
  readonly mailbox: MailboxView;
  readonly folder: Folder;
  readonly id: string;
}

function Folders({ mailboxes, mailbox, folder, id }: FolderOptions) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  useEffect(() => {
    if (asked !== '') setTyped(asked);
  }, [asked]);
  const [isTesting, setTesting] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const pane = useRef<HTMLElement>(null);
  const words = useDeferredValue(typed.trim());
  const list = useMailList(mailbox.id, folder, folder.isSearchable ? words : '');
  useStream(ABOUT_MAIL, {
    opened: () => void queries.invalidateQueries({ queryKey: MAIL }),
    happened: ({ data }) => {
      void queries.invalidateQueries({ queryKey: MAIL });
      void queries.invalidateQueries({ queryKey: COUNTS });
      void queries.invalidateQueries({ queryKey: detailKey(String(data.message_id)) });
    },
  });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const move = (step: number) => {
    const next = rows[rows.findIndex((row) => row.id === id) + step];
    if (next) go(pathOf(mailbox.id, folder.name, next.id), { replace: true });
  };
  useKeys(
    new Map([
      ['j', () => move(1)],
      ['k', () => move(-1)],
      ['/', () => search.current?.focus()],
      ['c', () => openCompose({ kind: 'new', mailboxId: mailbox.id })],
      ['?', () => setHelping(true)],
      [' ', () => pane.current?.scrollBy({ top: pane.current.clientHeight * 0.9 })],
    ]),
  );
  return (
    <main className={`panes${id === '' ? '' : ' reading'}`}>
      <section className="queue-pane" aria-label="Mail">
        <h1 className="unseen">Mail</h1>
        <div className="filters">
          <select
            className="narrow-only"
            aria-label="Mailbox"
            value={mailbox.id}
            onChange={({ target }) => go(pathOf(target.value, folder.name))}
          >
            {mailboxes.map((each) => (
              <option key={each.id} value={each.id}>
                {each.address}
              </option>
            ))}
          </select>
          <select
            className="narrow-only"
            aria-label="Folder"
            value={folder.name}
            onChange={({ target }) => go(pathOf(mailbox.id, target.value))}
          >
            {FOLDERS.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
          {folder.isSearchable && <Search {...{ search, typed, setTyped }} />}
          <button
            type="button"
            className="narrow-only"
            onClick={() => openCompose({ kind: 'new', mailboxId: mailbox.id })}
          >
            Compose
          </button>
          <button type="button" className="plain" onClick={() => setTesting(true)}>
            Test message
          </button>
        </div>
        <MailList mailboxId={mailbox.id} folder={folder} current={id} list={list} />
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus */}
      <section className="message-pane" aria-label="Message" ref={pane} tabIndex={0}>
        {id !== '' && (
          <>
            <Link to={pathOf(mailbox.id, folder.name)} className="narrow-only">
              Back to the list
            </Link>
            <Opened
              key={id}
              {...{ folder, id, mailboxes }}
              mailboxId={mailbox.id}
              left={() => go(pathOf(mailbox.id, folder.name), { replace: true })}
            />
          </>
        )}
      </section>
      {isHelping && <MailHelp close={() => setHelping(false)} />}
      {isTesting && <TestDialog mailbox={mailbox} close={() => setTesting(false)} />}
    </main>
  );
}

interface SearchOptions {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
}

function Search({ search, typed, setTyped }: SearchOptions) {
  return (
    <input
      ref={search}
      type="search"
      aria-label="Search"
      placeholder="Search all mailboxes"
      maxLength={LIMITS.searchLineCharacters}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter' || key === 'Escape') currentTarget.blur();
        if (key === 'Escape') setTyped('');
      }}
    />
  );
}
