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
import { type Folder, pathOf } from './folders.ts';

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
  if (folder.name === 'drafts') return <DraftView id={id} left={left} />;
  if (folder.name === 'threads') return <ThreadView id={id} mailboxId={mailboxId} />;
  return <MessageView id={id} mailboxes={mailboxes} />;
}

function MessageView({ id, mailboxes }: Pick<Options, 'id' | 'mailboxes'>) {
  const { data } = useQuery({ queryKey: detailKey(id), queryFn: () => readDetail(id) });
  const isHeld = data?.state === 'pending_review' || data?.state === 'quarantined';
  return (
    <>
      {isHeld && (
        <p>
          <Link to={`/review/${id}`}>Decide about it in the review</Link>
        </p>
      )}
      <Message id={id} mailboxes={new Map(mailboxes.map((each) => [each.id, each]))} />
      <p className="quiet">
        Its source, on the machine of the daemon: <code>agentmail messages raw {id}</code>
      </p>
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
