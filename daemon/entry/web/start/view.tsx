import { useQuery } from '@tanstack/react-query';
import { BellRing, Bot, CircleCheck, Inbox, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { listApiKeys } from '../../../../shared/contract/keys.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { listNoticeTargets } from '../../../../shared/contract/notices.ts';
import { mailboxSentence } from '../../../../shared/rule-sentences.ts';
import { call, messageOf } from '../api.ts';
import { useMailboxes } from '../mailboxes.ts';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { NewNoticeDialog } from '../status/notice-dialogs.tsx';
import { STATUS, useRefresh } from '../status/queries.ts';
import { isGuarded, MakeGuarded } from './guarded.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { MailboxDialog } from './mailbox-dialog.tsx';

type Asked = 'mailbox' | 'key' | 'notice';

/** The first three things to do, which tick themselves off, and the mailboxes with their safety. */
export function StartView() {
  const [asked, setAsked] = useState<Asked>();
  const refresh = useRefresh();
  const mailboxes = useMailboxes();
  const keys = useQuery({
    queryKey: [STATUS, 'keys'],
    queryFn: ({ signal }) => call(listApiKeys, { signal }),
  });
  const notices = useQuery({
    queryKey: [STATUS, 'notices'],
    queryFn: ({ signal }) => call(listNoticeTargets, { signal }),
  });
  if (mailboxes.error) return <Problem text={messageOf(mailboxes.error)} retry={mailboxes.refetch} />;
  if (!mailboxes.data) return null;
  const all = mailboxes.data.mailboxes;
  const hasKey = keys.data?.keys.some(({ role }) => role === 'agent') ?? false;
  const hasNotice = (notices.data?.notices.length ?? 0) > 0;
  const close = () => {
    setAsked(undefined);
    refresh();
  };
  return (
    <main className="page">
      <h1>Get started</h1>
      <ol className="steps">
        <Step icon={Inbox} isDone={all.length > 0} title="Create a mailbox">
          <p>An address for an agent. You approve what it sends unless you choose otherwise.</p>
          <Act label="Create a mailbox" isMain={all.length === 0} act={() => setAsked('mailbox')} />
        </Step>
        <Step icon={Bot} isDone={hasKey} title="Connect an agent">
          <p>A key that reaches the mailboxes you choose, and can't change their rules.</p>
          {all.length > 0 && <Act label="Create an agent key" isMain={!hasKey} act={() => setAsked('key')} />}
        </Step>
        <Step icon={BellRing} isDone={hasNotice} title="Get notified">
          <p>By email, or in Slack, Discord or ntfy, when a message waits for you.</p>
          <Act label="Add a notification" isMain={hasKey && !hasNotice} act={() => setAsked('notice')} />
        </Step>
      </ol>
      {all.length > 0 && <Mailboxes all={all} />}
      {asked === 'mailbox' && <MailboxDialog close={close} />}
      {asked === 'key' && <KeyDialog mailboxes={all} close={close} />}
      {asked === 'notice' && <NewNoticeDialog close={close} />}
    </main>
  );
}

interface StepOptions {
  readonly icon: LucideIcon;
  readonly isDone: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ icon, isDone, title, children }: StepOptions) {
  return (
    <li className={isDone ? 'step done' : 'step'}>
      <Icon of={isDone ? CircleCheck : icon} />
      <div>
        <h2>
          {title} {isDone && <Badge tone="good">Done</Badge>}
        </h2>
        {children}
      </div>
    </li>
  );
}

interface ActOptions {
  readonly label: string;
  readonly isMain?: boolean;
  readonly act: () => void;
}

function Act({ label, isMain = false, act }: ActOptions) {
  return (
    <button type="button" className={isMain ? undefined : 'plain'} onClick={act}>
      {label}
    </button>
  );
}

function Mailboxes({ all }: { readonly all: readonly MailboxView[] }) {
  return (
    <section aria-label="Mailboxes">
      <h2>Mailboxes</h2>
      <ul className="rows">
        {all.map((each) => (
          <li key={each.id}>
            <span>
              <Link to={`/rules/${each.id}`}>{each.address}</Link> <Safety mailbox={each} />
              <br />
              <span className="quiet">{mailboxSentence(each)}</span>
            </span>
            {!isGuarded(each) && <MakeGuarded mailbox={each} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Safety({ mailbox }: { readonly mailbox: MailboxView }) {
  if (isGuarded(mailbox)) return <Badge tone="good">Guarded</Badge>;
  const sends = mailbox.hitl_mode === 'disabled' && mailbox.agent_authoring_mode === 'send_and_draft';
  return sends ? (
    <Badge tone="warn" icon={TriangleAlert}>
      Agents send without approval
    </Badge>
  ) : null;
}
