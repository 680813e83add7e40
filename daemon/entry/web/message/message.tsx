import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { getMessageFindings } from '../../../../shared/contract/findings.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { getMessage } from '../../../../shared/contract/reading.ts';
import { addressRows, namedAddress, senderOf } from '../../../../shared/named-address.ts';
import { NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { type FoundStretch, placedFindings, stretchesIn } from '../../../../shared/review/stretches.ts';
import { call, messageOf } from '../api.ts';
import { MailLine } from '../parts/mail-text.tsx';
import { Attachments } from './attachments.tsx';
import { Body, Html } from './body.tsx';
import { CodeCard, Invitation } from './cards.tsx';
import { Details } from './details.tsx';
import { Forms } from './forms.tsx';
import { Decision, Held, Hidden } from './held.tsx';
import { Revision, Versions } from './revision.tsx';
import { Earlier } from './thread.tsx';
import { Who } from './who.tsx';

export const detailKey = (id: string) => ['message', id];
export const readDetail = (id: string) =>
  call(getMessage, { params: { id }, query: { view: 'verbose', extract: 'otp,links' } });

interface ReadingOptions {
  readonly pane: RefObject<HTMLElement | null>;
  /** The person has seen some of the message, or all of it. */
  readonly saw: (id: string, how: 'part' | 'all') => void;
}

interface Options {
  readonly id: string;
  readonly mailboxes: ReadonlyMap<string, MailboxView>;
  /** For a reviewer, who has to see all of it. */
  readonly reading?: ReadingOptions;
}

/** A message: its text before its facts, with everything that a decision needs. */
export function Message({ id, mailboxes, reading }: Options) {
  const saw = reading?.saw;
  const { data: detail, error } = useQuery({ queryKey: detailKey(id), queryFn: () => readDetail(id) });
  const { data: found = null } = useQuery({
    queryKey: ['findings', id],
    queryFn: () => call(getMessageFindings, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (detail) saw?.(detail.id, 'part');
  }, [detail, saw]);
  if (error) return <p role="alert">Can't load it: {messageOf(error)}</p>;
  if (!detail) return <p className="quiet">Loading…</p>;
  const findings = placedFindings(detail, found);
  const text = detail.body.content ?? '';
  const hasText = found?.char_count === detail.body.char_count;
  const stretches = hasText ? stretchesIn('text', text, findings) : [];
  return (
    <article>
      <h1>
        <MailLine
          text={detail.subject.trim() === '' ? NO_SUBJECT : detail.subject}
          stretches={stretchesIn('subject', detail.subject, findings)}
        />
      </h1>
      <Parts
        detail={detail}
        mailbox={mailboxes.get(detail.mailbox_id)}
        stretches={stretches}
        isWhole={!!reading}
      />
      {reading && isWhole(detail) && <End id={id} reading={reading} />}
    </article>
  );
}

interface PartOptions {
  readonly detail: MessageDetail;
  readonly mailbox: MailboxView | undefined;
  readonly stretches: readonly FoundStretch[];
  /** All of the text is shown, for a reviewer. */
  readonly isWhole: boolean;
}

function Parts({ detail, mailbox, stretches, isWhole }: PartOptions) {
  const isOwn = detail.direction === 'outbound' && mailbox !== undefined;
  const from = isOwn ? mailbox.effective_from_display : namedAddress(senderOf(detail));
  const people = [from, ...addressRows(detail).map(({ text }) => text)];
  return (
    <>
      <Who detail={detail} mailbox={mailbox} />
      <Held detail={detail} />
      <Decision detail={detail} />
      <Hidden detail={detail} people={people} />
      <CodeCard detail={detail} />
      <Invitation detail={detail} />
      {isWhole ? (
        <>
          <Body body={detail.body} stretches={stretches} />
          <Html detail={detail} />
        </>
      ) : (
        <Forms detail={detail} stretches={stretches} />
      )}
      <Attachments detail={detail} mayDownload={mailbox?.attachment_exposure_mode === RAW} />
      <Revision detail={detail} />
      <Versions detail={detail} />
      <Earlier detail={detail} />
      <Details detail={detail} mailbox={mailbox} from={from} />
    </>
  );
}

const RAW: MailboxView['attachment_exposure_mode'] = 'raw_download_selected_types';

/** Whether the page has all of the text. */
function isWhole({ body, html_text }: MessageDetail): boolean {
  return [body, ...(html_text ? [html_text] : [])].every(
    ({ content, truncated }) => content !== null && !truncated,
  );
}

/** The end of the message: when it's on the screen, all of it was. */
function End({ id, reading: { pane, saw } }: { readonly id: string; readonly reading: ReadingOptions }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) saw(id, 'all');
      },
      { root: pane.current },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [id, pane, saw]);
  return <div ref={end} className="end" />;
}
