import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { HTML_SAYS_THE_SAME, HTML_TITLE, TEXT_WITHHELD } from '../../../../shared/placeholders.ts';
import type { FoundStretch } from '../../../../shared/review/stretches.ts';
import { frameOf, messageOf } from '../api.ts';
import { MailText } from '../parts/mail-text.tsx';
import { foldedText } from './quoted.ts';

interface BodyOptions {
  readonly body: MessageDetail['body'];
  readonly stretches: readonly FoundStretch[];
  /** Folds what the message quotes; a reviewer sees all of it. */
  readonly folds?: boolean;
}

/** The text of a message. */
export function Body({ body, stretches, folds = false }: BodyOptions) {
  if (body.content === null) return <p className="warn">{TEXT_WITHHELD}</p>;
  if (body.content.trim() === '') return <p className="quiet">This message has no text.</p>;
  const parts = foldedText(body.content.trimEnd(), folds);
  return (
    <>
      <div className="mail-text" dir="auto">
        {parts.map(({ start, text, isQuoted }) => {
          const within = stretches.map((each) => ({
            ...each,
            start: each.start - start,
            end: each.end - start,
          }));
          const shown = <MailText key={start} text={text} stretches={within} />;
          return isQuoted ? (
            <details key={start}>
              <summary>Show quoted text</summary>
              {shown}
            </details>
          ) : (
            shown
          );
        })}
      </div>
      {body.truncated && (
        <p className="warn">{`[${body.returned_char_count} of ${body.char_count} characters]`}</p>
      )}
    </>
  );
}

/** The text of the HTML, and on demand the HTML in a frame without scripts and requests. */
export function Html({ detail: { id, has_html, html_text } }: { readonly detail: MessageDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (!has_html) return null;
  return (
    <>
      <HtmlText text={html_text} />
      <details className="html" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Show the HTML, without pictures and links</summary>
        {isOpen && <HtmlFrame key={id} id={id} />}
      </details>
    </>
  );
}

/** The text of the HTML where it differs from the text. */
export function HtmlText({ text }: { readonly text: MessageDetail['html_text'] }) {
  if (!text) return <p className="quiet">{HTML_SAYS_THE_SAME}</p>;
  return (
    <>
      <p className="warn">{HTML_TITLE}</p>
      <Body body={text} stretches={[]} />
    </>
  );
}

/** The HTML, in a frame without scripts, links and requests. */
export function HtmlFrame({ id }: { readonly id: string }) {
  const { data: address, error } = useQuery({
    queryKey: ['frame', id],
    queryFn: () => frameOf(id),
    // A frame that is shown stays, and a later one needs a new address.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  return address === undefined ? null : <iframe title="HTML of the message" src={address} sandbox="" />;
}
