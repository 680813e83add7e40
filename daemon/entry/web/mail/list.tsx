import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Link } from 'wouter';
import { NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { messageOf } from '../api.ts';
import { Attached } from '../parts/attached.tsx';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { Party } from '../parts/party.tsx';
import { Time } from '../parts/time.tsx';
import { type Folder, type MailRow, pathOf } from './folders.ts';

const LONGEST_FIELD = 300;

/** Key of all lists in the query cache. */
export const MAIL = ['mail'];

/** The pages of a folder that are loaded so far. */
export function useMailList(mailboxId: string, folder: Folder, search: string) {
  return useInfiniteQuery({
    queryKey: [...MAIL, mailboxId, folder.name, search],
    queryFn: ({ pageParam, signal }) => folder.load({ mailboxId, search, before: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
}

interface Options {
  readonly mailboxId: string;
  readonly folder: Folder;
  readonly current: string;
  readonly list: ReturnType<typeof useMailList>;
}

/** The messages, threads or drafts of a folder. */
export function MailList({ mailboxId, folder, current, list }: Options) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p className="quiet empty">Loading…</p>;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <Empty icon={Inbox}>{folder.empty ?? 'Nothing here.'}</Empty>;
  return (
    <div className="queue">
      <ul aria-label={folder.title} className="entries">
        {rows.map((row) => (
          <li key={row.id}>
            <Entry row={row} to={pathOf(mailboxId, folder.name, row.id)} isCurrent={row.id === current} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="plain" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          More
        </button>
      )}
    </div>
  );
}

interface MailEntryOptions {
  readonly row: MailRow;
  readonly to: string;
  readonly isCurrent: boolean;
}

function Entry({ row, to, isCurrent }: MailEntryOptions) {
  const { party, isTo, subject, at, preview, notes, isUnread, hasAttachment } = row;
  return (
    <div className={`entry${isCurrent ? ' current' : ''}`}>
      <Link to={to} aria-current={isCurrent ? 'true' : undefined}>
        <span className={`line${isUnread ? ' strong' : ''}`}>
          <Party isTo={isTo} party={party} />
          <span className="quiet">
            <Time at={at} />
          </span>
        </span>
        <span className="line subject">
          <span className="cut">
            <MailLine text={subject.slice(0, LONGEST_FIELD).trim() || NO_SUBJECT} />
          </span>
          {hasAttachment && <Attached />}
        </span>
        <span className="line">
          {notes.map(({ text, tone }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
          <span className="cut quiet">
            <MailLine text={preview.slice(0, LONGEST_FIELD)} />
          </span>
        </span>
      </Link>
    </div>
  );
}
