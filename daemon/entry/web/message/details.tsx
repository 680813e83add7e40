import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { addressRows } from '../../../../shared/named-address.ts';
import { findingSentence, mailboxSentences } from '../../../../shared/review/sentences.ts';
import { holds } from '../../../../shared/review/stretches.ts';
import { stateWords } from '../../../../shared/state-words.ts';
import { Fact } from '../parts/fact.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { Recipients } from '../parts/recipients.tsx';

interface Options {
  readonly detail: MessageDetail;
  readonly mailbox: MailboxView | undefined;
  readonly from: string;
}

/** The facts of a message that few decisions need, folded. */
export function Details({ detail, mailbox, from }: Options) {
  const { direction, mailbox_name, created_at, id, scan, state } = detail;
  const findings = (scan?.findings ?? []).filter((finding) => !holds(finding));
  return (
    <details className="details">
      <summary>Details</summary>
      <dl>
        <Fact label="From">
          <MailLine text={from} />
        </Fact>
        {direction === 'outbound' ? <Recipients {...detail} /> : <People detail={detail} />}
        <Fact label="Mailbox">{`${mailbox_name}, ${direction}, ${stateWords(state)}`}</Fact>
        <Fact label="Time">{new Date(created_at).toLocaleString()}</Fact>
        <Fact label="Id">{id}</Fact>
        <Fact label="Scan">
          <p>{scan?.verdict ?? 'not scanned'}</p>
          {findings.map((finding, index) => {
            const { text, kind } = findingSentence(finding);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: findings have no other name, and never move
              <p key={index} className="quiet">
                <MailLine text={text} /> {kind}
              </p>
            );
          })}
        </Fact>
        <Policy detail={detail} mailbox={mailbox} />
        <Links detail={detail} />
      </dl>
    </details>
  );
}

function People({ detail }: Pick<Options, 'detail'>) {
  return addressRows(detail).map(({ label, text }) => (
    <Fact key={label} label={label}>
      <MailLine text={text} />
    </Fact>
  ));
}

function Policy({ detail, mailbox }: Pick<Options, 'detail' | 'mailbox'>) {
  const all = mailboxSentences(detail, mailbox);
  if (all.length === 0) return null;
  return (
    <Fact label="Policy">
      {all.map(({ text, tone }) => (
        <p key={text} className={tone === 'warning' ? 'warn' : undefined}>
          {text}
        </p>
      ))}
    </Fact>
  );
}

/** Links of mail are text: nothing here leads to them. */
function Links({ detail: { direction, extracted } }: Pick<Options, 'detail'>) {
  const { links = [] } = extracted ?? {};
  if (direction === 'outbound' || links.length === 0) return null;
  return (
    <Fact label="Links">
      {links.map((link) => (
        <p key={link}>
          <MailLine text={link} />
        </p>
      ))}
    </Fact>
  );
}
