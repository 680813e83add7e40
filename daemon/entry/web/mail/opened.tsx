import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { getThread } from '../../../../shared/contract/threads.ts';
import { NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { call, messageOf } from '../api.ts';
import { detailKey, Message, readDetail } from '../message/message.tsx';
import { ThreadMessage } from '../message/thread.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { DraftView } from './draft.tsx';
import { type Folder, hasDrafts, pathOf } from './folders.ts';
import { Tools } from './tools.tsx';

interface Options {
  readonly mailboxId: string;
  readonly folder: Folder;
  readonly id: string;
  readonly mailboxes: readonly MailboxView[];
  /** Called when what was shown is no longer in the folder. */
  readonly left: () => void;
}

/** The chosen message, thread or draft. */
export function Opened({ mailboxId, folder, id, mailboxes, left }: Options) {
  if (hasDrafts(folder)) return <DraftView id={id} left={left} />;
  if (folder.name === 'threads') return <ThreadView id={id} mailboxId={mailboxId} />;
  return <MessageView id={id} mailboxes={mailboxes} left={left} />;
}

function MessageView({ id, mailboxes, left }: Pick<Options, 'id' | 'mailboxes' | 'left'>) {
  const { data } = useQuery({ queryKey: detailKey(id), queryFn: () => readDetail(id) });
  const isHeld = data?.state === 'pending_review' || data?.state === 'quarantined';
  return (
    <>
      {isHeld && (
        <p>
          <Link className="button" to={`/review/${id}`}>
            Decide about it
          </Link>
        </p>
      )}
      {data && <Tools message={data} left={left} />}
      <Message id={id} mailboxes={new Map(mailboxes.map((each) => [each.id, each]))} />
    </>
  );
}

function ThreadView({ id, mailboxId }: { readonly id: string; readonly mailboxId: string }) {
  const { data, error } = useQuery({
    queryKey: ['thread', mailboxId, id],
    queryFn: () => call(getThread, { params: { thread_id: id }, query: { mailbox: mailboxId } }),
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p className="quiet">Loading…</p>;
  return (
    <article>
      <h1>
        <MailLine text={data.subject.trim() === '' ? NO_SUBJECT : data.subject} />
      </h1>
      {data.messages.map((message) => (
        <div key={message.id}>
          <ThreadMessage message={message} />
          <p>
            <Link
              to={pathOf(data.mailbox_id, message.direction === 'inbound' ? 'inbox' : 'sent', message.id)}
            >
              Show the whole message
            </Link>
          </p>
        </div>
      ))}
    </article>
  );
}
