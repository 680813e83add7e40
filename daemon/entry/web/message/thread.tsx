import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { getThread } from '../../../../shared/contract/threads.ts';
import { namedAddress, senderOf, withOthers } from '../../../../shared/named-address.ts';
import { TEXT_WITHHELD } from '../../../../shared/placeholders.ts';
import { call, messageOf } from '../api.ts';
import { MailLine, MailText } from '../parts/mail-text.tsx';
import { Time } from '../parts/time.tsx';

/** The messages of the thread before this one, on demand. */
export function Earlier({ detail }: { readonly detail: MessageDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (detail.thread_id === null || detail.in_reply_to === null) return null;
  return (
    <details className="earlier" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show earlier messages</summary>
      {isOpen && <Thread detail={detail} threadId={detail.thread_id} />}
    </details>
  );
}

function Thread({ detail, threadId }: { readonly detail: MessageDetail; readonly threadId: string }) {
  const { data, error } = useQuery({
    queryKey: ['thread', detail.mailbox_id, threadId],
    queryFn: () =>
      call(getThread, { params: { thread_id: threadId }, query: { mailbox: detail.mailbox_id } }),
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p className="quiet">Loading…</p>;
  const before = data.messages.filter(
    ({ id, created_at }) => id !== detail.id && created_at <= detail.created_at,
  );
  if (before.length === 0) return <p className="quiet">No earlier messages are stored.</p>;
  return before.map((each) => <ThreadMessage key={each.id} message={each} />);
}

/** A message of a thread, as its text alone. */
export function ThreadMessage({ message }: { readonly message: MessageDetail }) {
  const { recipient, created_at, body } = message;
  return (
    <section className="mail-text">
      <p className="quiet">
        <MailLine
          text={`${namedAddress(senderOf(message))} to ${withOthers(recipient, message.recipients)}, `}
        />
        <Time at={created_at} />
      </p>
      {body.content === null ? TEXT_WITHHELD : <MailText text={body.content.trimEnd()} />}
    </section>
  );
}
