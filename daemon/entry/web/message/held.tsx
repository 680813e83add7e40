import { useRef } from 'react';
import { Link } from 'wouter';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { countedHidden } from '../../../../shared/hidden-text.ts';
import { provenAttacks } from '../../../../shared/review/certain.ts';
import { decisionText, findingSentence, holderSentences } from '../../../../shared/review/sentences.ts';
import { holds } from '../../../../shared/review/stretches.ts';
import { MailLine } from '../parts/mail-text.tsx';
import { Time } from '../parts/time.tsx';

const HELD: ReadonlySet<string> = new Set(['pending_review', 'quarantined']);

/** Why a message is held or was, with a way to the passage that the scan marked. */
export function Held({ detail }: { readonly detail: MessageDetail }) {
  const { state, scan } = detail;
  const box = useRef<HTMLDivElement>(null);
  const findings = (scan?.findings ?? []).filter(holds);
  const sentences = holderSentences(detail);
  // The first one says who holds it, which the others show.
  const shown =
    sentences.length + findings.length > 1 && detail.hold_context ? sentences.slice(1) : sentences;
  if (findings.length === 0 && sentences.length === 0) return null;
  const isProven = provenAttacks(scan).length > 0;
  const showPassage = () => {
    const mark = box.current?.closest('article')?.querySelector('mark');
    mark?.scrollIntoView({ block: 'center' });
  };
  return (
    <div ref={box} className={isProven ? 'box bad' : 'box warn'}>
      <strong>{HELD.has(state) ? 'Held because' : 'What the scan found'}</strong>
      {shown.map(({ text, tone }) => (
        <p key={text} className={tone === 'quiet' ? 'quiet' : undefined}>
          {text}
        </p>
      ))}
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: findings have no other name, and never move
        <p key={index}>
          <MailLine text={findingSentence(finding).text} />{' '}
          {index === findings.length - 1 && (
            <button type="button" className="link" onClick={showPassage}>
              Show the passage
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

/** How the review ended, and what was sent in its place. */
export function Decision({ detail: { review, edited_from } }: { readonly detail: MessageDetail }) {
  if (!review && edited_from === undefined) return null;
  return (
    <div className="box">
      <strong>Review</strong>
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
    </div>
  );
}

const KINDS_SHOWN = 6;

interface HiddenOptions {
  readonly detail: MessageDetail;
  readonly people: readonly string[];
}

/** Characters that show nothing are how text is hidden from people and not from machines. */
export function Hidden({ detail: { subject, body, html_text, attachments }, people }: HiddenOptions) {
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
  return <p className="box bad">{`${count} ${noun}, spelled out below: ${listed.join(', ')}${more}`}</p>;
}
