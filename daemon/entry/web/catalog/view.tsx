import { Inbox, Reply, ShieldCheck, Star, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Attached } from '../parts/attached.tsx';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { Fact } from '../parts/fact.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Party } from '../parts/party.tsx';
import { TextArea } from '../parts/text-area.tsx';

/** Every part in every state, to look at and to compare (`npm run picture:parts`). */
export function PartsView() {
  return (
    <main className="page">
      <h1>Parts</h1>
      <Buttons />
      <Group title="Badges">
        <Badge>plain</Badge> <Badge tone="accent">To approve</Badge> <Badge tone="good">Guarded</Badge>{' '}
        <Badge tone="warn" icon={TriangleAlert}>
          Agents send without approval
        </Badge>{' '}
        <Badge tone="bad">Quarantined</Badge>
      </Group>
      <Fields />
      <Boxes />
      <Rows />
      <Group title="Text">
        <p className="lead">A lead sentence.</p>
        <p>
          Ink, <span className="quiet">quiet</span>, <span className="good">good</span>,{' '}
          <span className="warn">warning</span>, <span className="bad">bad</span>, <mark>marked</mark>,{' '}
          <code>code</code>, <kbd>k</kbd>, <a href="/app/parts">the parts</a>.
        </p>
        <dl>
          <Fact label="Label">Value</Fact>
        </dl>
      </Group>
      <Group title="Empty">
        <Empty icon={Inbox}>Nothing here.</Empty>
      </Group>
    </main>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <Group title="Buttons">
      <p className="actions wrapping">
        <button type="button">Main</button>
        <button type="button" className="plain">
          <Icon of={ShieldCheck} />
          Plain
        </button>
        <button type="button" className="bad">
          Bad
        </button>
        <button type="button" className="ghost">
          Ghost
        </button>
        <button type="button" className="link">
          Link
        </button>
        <button type="button" disabled>
          Disabled
        </button>
        <IconButton icon={Reply} label="Reply" />
        <IconButton icon={Star} label="Star" aria-pressed />
      </p>
      <div className="tabs" role="tablist" aria-label="Tabs">
        <button type="button" role="tab" aria-selected>
          HTML
        </button>
        <button type="button" role="tab" aria-selected={false}>
          Text
        </button>
      </div>
    </Group>
  );
}

function Fields() {
  return (
    <Group title="Fields">
      <Field label="One line" name="line" defaultValue="ann@example.com" />
      <TextArea label="Several lines" name="lines" rows={2} defaultValue="Dear Ann," />
      <p className="field">
        <label htmlFor="choice">Choice</label>
        <select id="choice">
          <option>All mailboxes</option>
        </select>
      </p>
      <p>
        <label className="choice">
          <input type="checkbox" defaultChecked />
          Checked
        </label>
      </p>
      <p role="alert">A problem.</p>
    </Group>
  );
}

function Boxes() {
  return (
    <Group title="Boxes">
      <div className="box">
        <strong>Review</strong>
        <p>approved by a person</p>
      </div>
      <div className="box warn">
        <strong>Held because</strong>
        <p>This mailbox holds everything that agents send.</p>
      </div>
      <div className="box bad">
        <strong>Held because</strong>
        <p>It tries to give instructions to an agent.</p>
      </div>
      <div className="code-card">
        <code>482913</code>
        <button type="button" className="plain">
          Copy code
        </button>
      </div>
      <div className="card">
        <h3>Card</h3>A form or a group of facts.
      </div>
    </Group>
  );
}

const STATES = [
  ['entry', 'Unread', <Badge key="state">plain</Badge>],
  [
    'entry current',
    'Current',
    <Badge key="state" tone="accent">
      To approve
    </Badge>,
  ],
  [
    'entry over',
    'Decided',
    <Badge key="state" tone="good">
      sent
    </Badge>,
  ],
] as const;

function Rows() {
  return (
    <Group title="Rows">
      <ul className="rows">
        {STATES.map(([className, subject, badge]) => (
          <li key={subject} className={className}>
            <a href="/app/parts">
              <span className={`line ${subject === 'Unread' ? 'strong' : ''}`}>
                <Party party={{ name: 'Ann Miller', address: 'ann@example.com' }} />
                <time className="quiet">2 min ago</time>
              </span>
              <span className="line subject">
                <span className="cut">{subject}</span>
                <Attached />
              </span>
              <span className="line">
                {badge}
                <span className="cut quiet">The first line of its text.</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Group>
  );
}
