import type { SentRecipient } from '../../../../shared/contract/messages.ts';
import { namedAddress } from '../../../../shared/named-address.ts';
import { noteWords, statusWords } from '../../../../shared/recipient-words.ts';
import { Fact } from './fact.tsx';
import { MailLine } from './mail-text.tsx';

const LABELS = { to: 'To', cc: 'Cc', bcc: 'Bcc' } as const;
const ROLES = ['to', 'cc', 'bcc'] as const;

interface Addressed {
  readonly recipient: string;
  readonly recipients?: readonly SentRecipient[] | undefined;
}

/** The recipients of a message by their headers, each with its status and with notes for the reviewer. */
export function Recipients({ recipient, recipients = [] }: Addressed) {
  if (recipients.length === 0) {
    return (
      <Fact label="To">
        <MailLine text={recipient} />
      </Fact>
    );
  }
  return ROLES.map((role) => {
    const named = recipients.filter((each) => each.role === role);
    return named.length === 0 ? null : (
      <Fact key={role} label={LABELS[role]}>
        {named.map((each) => (
          <Recipient key={each.address} recipient={each} isAlone={recipients.length === 1} />
        ))}
      </Fact>
    );
  });
}

function Recipient({ recipient, isAlone }: { readonly recipient: SentRecipient; readonly isAlone: boolean }) {
  const notes = noteWords(recipient);
  const { status } = recipient;
  // The state of the message says it for a single one.
  const isToldElsewhere = isAlone || status === 'pending';
  return (
    <p>
      <MailLine text={namedAddress(recipient)} />
      {!isToldElsewhere && (
        <span className={status === 'delivered' ? 'quiet' : 'warn'}> {statusWords(recipient)}</span>
      )}
      {notes !== '' && <span className="warn"> {notes}</span>}
    </p>
  );
}
