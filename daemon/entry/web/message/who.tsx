import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { MessageDetail, SentRecipient } from '../../../../shared/contract/messages.ts';
import { addressRows, senderOf, shownName } from '../../../../shared/named-address.ts';
import { noteWords } from '../../../../shared/recipient-words.ts';
import { trustSentences } from '../../../../shared/review/sentences.ts';
import { Badge } from '../parts/badge.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { Time } from '../parts/time.tsx';

const LABELS = { to: 'To', cc: 'Cc', bcc: 'Bcc' } as const;

interface Options {
  readonly detail: MessageDetail;
  readonly mailbox: MailboxView | undefined;
}

/** Who wrote the message to whom, and when. */
export function Who({ detail, mailbox }: Options) {
  const { direction, created_at } = detail;
  const isOwn = direction === 'outbound' && mailbox !== undefined;
  const sender = senderOf(detail);
  const name = isOwn ? (mailbox.display_name ?? '') : shownName(sender);
  const address = isOwn ? mailbox.address : sender.address;
  return (
    <div className="who">
      <div>
        <p>
          <strong>
            <MailLine text={name === '' ? address : name} />
          </strong>{' '}
          {name !== '' && (
            <span className="quiet">
              <MailLine text={address} />
            </span>
          )}{' '}
          <span className="quiet">
            <Time at={created_at} />
          </span>
        </p>
        <Receivers detail={detail} />
        {trustSentences(detail).map(({ text, tone }) => (
          <Badge key={text} tone={tone === 'good' ? 'good' : 'warn'}>
            <MailLine text={text} />
          </Badge>
        ))}
      </div>
    </div>
  );
}

function Receivers({ detail }: { readonly detail: MessageDetail }) {
  const { recipients = [], direction } = detail;
  if (direction === 'outbound' && recipients.length > 0) {
    return recipients.map((each) => <Receiver key={`${each.role} ${each.address}`} recipient={each} />);
  }
  const [to] = addressRows(detail);
  return to ? (
    <p className="quiet">
      To <MailLine text={to.text} />
    </p>
  ) : null;
}

function Receiver({ recipient }: { readonly recipient: SentRecipient }) {
  const notes = noteWords(recipient);
  const name = shownName(recipient);
  return (
    <p className="quiet">
      {LABELS[recipient.role]}{' '}
      <MailLine text={name === '' ? recipient.address : `${name} ${recipient.address}`} />{' '}
      {notes !== '' && <Badge tone="warn">{notes}</Badge>}
    </p>
  );
}
