import {
  CalendarClock,
  FileText,
  Hourglass,
  Inbox,
  type LucideIcon,
  MessagesSquare,
  PenLine,
  Send,
  ShieldAlert,
  ShieldX,
  Star,
} from 'lucide-react';
import { Link } from 'wouter';
import { counted, useCounts } from '../counts.ts';
import { useMailboxes } from '../mailboxes.ts';
import { Icon } from '../parts/icon.tsx';
import { openCompose } from './compose-state.ts';
import { FOLDERS, pathOf } from './folders.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  inbox: Inbox,
  starred: Star,
  threads: MessagesSquare,
  sent: Send,
  waiting: Hourglass,
  drafts: FileText,
  scheduled: CalendarClock,
  quarantine: ShieldAlert,
  refused: ShieldX,
};

interface Options {
  readonly mailboxId?: string | undefined;
  readonly folder?: string | undefined;
}

/** Mailboxes and folders, beside the mail. */
export function MailSide({ mailboxId, folder = 'inbox' }: Options) {
  const { data } = useMailboxes();
  const { data: counts } = useCounts();
  const mailboxes = data?.mailboxes ?? [];
  const mailbox = mailboxes.find(({ id }) => id === mailboxId) ?? mailboxes[0];
  if (!mailbox) return null;
  return (
    <>
      <button
        type="button"
        className="side-mail"
        onClick={() => openCompose({ kind: 'new', mailboxId: mailbox.id })}
      >
        <Icon of={PenLine} />
        Compose
      </button>
      <nav aria-label="Folders" className="side-mail">
        {FOLDERS.map(({ name, title }) => (
          <Link key={name} to={pathOf(mailbox.id, name)} aria-current={name === folder ? 'page' : undefined}>
            <Icon of={ICONS[name] ?? Inbox} />
            {title}
            {name === 'inbox' && <Count text={counts && counted(counts.unread, mailbox.id)} />}
          </Link>
        ))}
      </nav>
      {mailboxes.length > 1 && (
        <nav aria-label="Mailboxes" className="side-mail">
          <h2>Mailboxes</h2>
          {mailboxes.map(({ id, name, address }) => (
            <Link
              key={id}
              to={pathOf(id, folder)}
              title={address}
              aria-current={id === mailbox.id ? 'page' : undefined}
            >
              <span className="cut">{name}</span>
              <Count text={counts && counted(counts.unread, id)} />
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}

function Count({ text = '' }: { readonly text?: string | undefined }) {
  return text === '' ? null : (
    <span className="badge" aria-hidden>
      {text}
    </span>
  );
}
