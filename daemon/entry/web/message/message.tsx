import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { getMessageFindings } from '../../../../shared/contract/findings.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { getMessage } from '../../../../shared/contract/reading.ts';
import { countedHidden } from '../../../../shared/hidden-text.ts';
import { addressRows, namedAddress, senderOf } from '../../../../shared/named-address.ts';
import {
  HTML_SAYS_THE_SAME,
  HTML_TITLE,
  NO_SUBJECT,
  TEXT_WITHHELD,
} from '../../../../shared/placeholders.ts';
import {
  decisionText,
  findingSentence,
  holderSentences,
  mailboxSentences,
  trustSentences,
} from '../../../../shared/review/sentences.ts';
import {
  type FoundStretch,
  holds,
  placedFindings,
  stretchesIn,
} from '../../../../shared/review/stretches.ts';
import { call, frameOf, messageOf } from '../api.ts';
import { Fact } from '../parts/fact.tsx';
import { MailLine, MailText } from '../parts/mail-text.tsx';
import { Recipients } from '../parts/recipients.tsx';
import { Time } from '../parts/time.tsx';
import { Attachments } from './attachments.tsx';
import { Revision, Versions } from './revision.tsx';
import { Earlier } from './thread.tsx';

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

/** A message with everything that a decision needs. */
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
  const isWhole = [detail.body, ...(detail.html_text ? [detail.html_text] : [])].every(
    ({ content, truncated }) => content !== null && !truncated,
  );
  return (
    <article>
      <h1>
        <MailLine
          text={detail.subject.trim() === '' ? NO_SUBJECT : detail.subject}
          stretches={stretchesIn('subject', detail.subject, findings)}
        />
      </h1>
      <Facts detail={detail} mailbox={mailboxes.get(detail.mailbox_id)} />
      <Earlier detail={detail} />
      <Body body={detail.body} stretches={hasText ? stretchesIn('text', text, findings) : []} />
      <Html detail={detail} />
      <Revision detail={detail} />
      {reading && isWhole && <End id={id} reading={reading} />}
    </article>
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

function Facts({
  detail,
  mailbox,
}: {
  readonly detail: MessageDetail;
  readonly mailbox: MailboxView | undefined;
}) {
  const { direction, mailbox_name, created_at, id, scan, state } = detail;
  const from =
    direction === 'outbound' && mailbox ? mailbox.effective_from_display : namedAddress(senderOf(detail));
  const people = addressRows(detail);
  return (
    <dl>
      <Fact label="From">
        <MailLine text={from} />
      </Fact>
      {direction === 'outbound' ? (
        <Recipients {...detail} />
      ) : (
        people.map(({ label, text }) => (
          <Fact key={label} label={label}>
            <MailLine text={text} />
          </Fact>
        ))
      )}
      <Fact label="Mailbox">{`${mailbox_name}, ${direction}, ${state}`}</Fact>
      <Fact label="Time">{new Date(created_at).toLocaleString()}</Fact>
      <Fact label="Id" wideOnly>
        <span className="quiet">{id}</span>
      </Fact>
      <Decision detail={detail} />
      <Versions detail={detail} />
      <Fact label={state === 'pending_review' || state === 'quarantined' ? 'Held' : 'Scan'}>
        {[
          ...(scan?.findings?.length ? [] : [<p key="verdict">{scan?.verdict ?? 'not scanned'}</p>]),
          ...holderSentences(detail).map(({ text, tone }) => (
            <p key={text} className={tone === 'quiet' ? 'quiet' : 'warn'}>
              {text}
            </p>
          )),
          ...(scan?.findings ?? []).map((finding, index) => {
            const { text, kind } = findingSentence(finding);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: findings have no other name, and never move
              <p key={index} className={holds(finding) ? 'warn' : 'quiet'}>
                <MailLine text={text} /> <span className="quiet">{kind}</span>
              </p>
            );
          }),
        ]}
      </Fact>
      <Sentences label="Policy" all={mailboxSentences(detail, mailbox)} />
      <Sentences label="Trust" all={trustSentences(detail)} />
      <Hidden detail={detail} people={[from, ...people.map(({ text }) => text)]} />
      <Extracted detail={detail} />
      <Attachments detail={detail} mayDownload={mailbox?.attachment_exposure_mode === RAW} />
    </dl>
  );
}

const CLASS_OF = { quiet: 'quiet', warning: 'warn', good: 'good' } as const;

function Sentences({
  label,
  all,
}: {
  readonly label: string;
  readonly all: ReturnType<typeof trustSentences>;
}) {
  if (all.length === 0) return null;
  return (
    <Fact label={label}>
      {all.map(({ text, tone }) => (
        <p key={text} className={tone && CLASS_OF[tone]}>
          <MailLine text={text} />
        </p>
      ))}
    </Fact>
  );
}

/** How the review ended, and what was sent in its place. */
function Decision({ detail: { review, edited_from } }: { readonly detail: MessageDetail }) {
  if (!review && edited_from === undefined) return null;
  return (
    <Fact label="Review">
      {review && (
        <p>
          {decisionText(review)} <Time at={review.decided_at} />
        </p>
      )}
      {review?.reason != null && (
        <p>
          <MailLine text={review.reason} />
        </p>
      )}
      {review?.edited_to !== undefined && <Link to={`/mail/-/-/${review.edited_to}`}>sent instead</Link>}
      {edited_from !== undefined && <Link to={`/mail/-/-/${edited_from}`}>edited from</Link>}
    </Fact>
  );
}

/** One-time code and links of mail that came in. Links of mail are text: nothing here leads to them. */
function Extracted({ detail: { direction, extracted } }: { readonly detail: MessageDetail }) {
  const { otp = null, links = [] } = extracted ?? {};
  if (direction === 'outbound' || (otp === null && links.length === 0)) return null;
  return (
    <>
      {otp !== null && (
        <Fact label="Code">
          <code>
            <MailLine text={otp} />
          </code>
        </Fact>
      )}
      {links.length > 0 && (
        <Fact label="Links">
          <details className="short">
            <summary>{links.length === 1 ? '1 link' : `${links.length} links`}</summary>
            {links.map((link) => (
              <p key={link}>
                <MailLine text={link} />
              </p>
            ))}
          </details>
        </Fact>
      )}
    </>
  );
}

const RAW: MailboxView['attachment_exposure_mode'] = 'raw_download_selected_types';

const KINDS_SHOWN = 6;

/** Characters that show nothing are how text is hidden from people and not from machines. */
function Hidden({
  detail: { subject, body, html_text, attachments },
  people,
}: {
  readonly detail: MessageDetail;
  readonly people: readonly string[];
}) {
  const texts = [
    body.content ?? '',
    html_text?.content ?? '',
    ...attachments.map(({ filename }) => filename ?? ''),
  ];
  const kinds = countedHidden([subject, ...people, ...texts].join('\n'));
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  if (count === 0) return null;
  const listed = kinds.slice(0, KINDS_SHOWN).map(({ shown, count: each }) => `${each} x ${shown}`);
  const more = kinds.length > KINDS_SHOWN ? ', …' : '';
  const noun = count === 1 ? 'invisible character' : 'invisible characters';
  return (
    <Fact label="Hidden">
      <p className="bad">{`${count} ${noun}, spelled out below: ${listed.join(', ')}${more}`}</p>
    </Fact>
  );
}

export function Body({
  body,
  stretches,
}: {
  readonly body: MessageDetail['body'];
  readonly stretches: readonly FoundStretch[];
}) {
  if (body.content === null) return <p className="warn">{TEXT_WITHHELD}</p>;
  if (body.content.trim() === '') return <p className="quiet">(no text)</p>;
  return (
    <>
      <div className="mail-text" dir="auto">
        <MailText text={body.content.trimEnd()} stretches={stretches} />
      </div>
      {body.truncated && (
        <p className="warn">{`[${body.returned_char_count} of ${body.char_count} characters]`}</p>
      )}
    </>
  );
}

/** The text of the HTML, and on demand the HTML in a frame without scripts and requests. */
function Html({ detail: { id, has_html, html_text } }: { readonly detail: MessageDetail }) {
  if (!has_html) return null;
  return (
    <>
      {html_text ? (
        <>
          <p className="warn">{HTML_TITLE}</p>
          <Body body={html_text} stretches={[]} />
        </>
      ) : (
        <p className="quiet">{HTML_SAYS_THE_SAME}</p>
      )}
      <HtmlFrame key={id} id={id} />
    </>
  );
}

function HtmlFrame({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data: address, error } = useQuery({
    queryKey: ['frame', id],
    queryFn: () => frameOf(id),
    enabled: isOpen,
    // A frame that is shown stays, and a later one needs a new address.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <details className="html" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show the HTML, without pictures and links</summary>
      {error && <p role="alert">{messageOf(error)}</p>}
      {address !== undefined && <iframe title="HTML of the message" src={address} sandbox="" />}
    </details>
  );
}
