import { Link } from 'wouter';
import { mailboxSentence } from '../../../../shared/rule-sentences.ts';
import { messageOf } from '../api.ts';
import { useMailboxes } from '../mailboxes.ts';
import { Problem } from '../parts/problem.tsx';
import { AccountRules } from './account-rules.tsx';
import { MailboxRules } from './mailbox-rules.tsx';

/** The rules: of all mailboxes in a sentence each, or of one in detail. */
export function RulesView({ id }: { readonly id: string | undefined }) {
  const { data, error, refetch } = useMailboxes();
  if (error) return <Problem text={messageOf(error)} retry={refetch} />;
  if (!data) return null;
  const mailbox = data.mailboxes.find((each) => each.id === id);
  if (mailbox) {
    return (
      <main className="page">
        <p>
          <Link to="/rules">All mailboxes</Link>
        </p>
        <h1>{mailbox.address}</h1>
        <MailboxRules mailbox={mailbox} />
      </main>
    );
  }
  if (id !== undefined) return <Problem text="There is no such mailbox." />;
  return (
    <main className="page">
      <h1>Rules</h1>
      {data.mailboxes.length === 0 && <p>No mailboxes yet. Create one in Start.</p>}
      <ul className="rows">
        {data.mailboxes.map((each) => (
          <li key={each.id}>
            <span>
              <Link to={`/rules/${each.id}`}>{each.address}</Link>
              <br />
              {mailboxSentence(each)}
            </span>
          </li>
        ))}
      </ul>
      <AccountRules />
    </main>
  );
}
