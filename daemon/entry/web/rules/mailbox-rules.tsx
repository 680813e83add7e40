import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import {
  mailboxSentence,
  outgoingFileSentence,
  trustSentence,
  windowSentence,
} from '../../../../shared/rule-sentences.ts';
import { eventsOf, useStream } from '../events.ts';
import { MAILBOXES } from '../mailboxes.ts';
import { AddressList } from './address-list.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { DryRun } from './dry-run.tsx';
import { allowlistOf, countText, sendersOf } from './lists.ts';
import { type MailboxRule, RULE_GROUPS } from './rules.ts';
import { WindowDialog } from './window-dialog.tsx';

/** Events about rules; other changes show when the page is looked at again. */
const ABOUT_RULES = eventsOf([
  'mailbox.recipient_policy_changed',
  'mailbox.sender_policy_changed',
  'recipient_allowlist.added',
  'recipient_allowlist.removed',
]);

type OpenDialog = { readonly title: string; readonly rule: MailboxRule } | 'window';

/** The rules of a mailbox, in sentences that can be changed. */
export function MailboxRules({ mailbox }: { readonly mailbox: MailboxView }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<OpenDialog>();
  const counts = useCounts(mailbox);
  useStream(ABOUT_RULES, {
    happened: () => {
      void queries.invalidateQueries({ queryKey: MAILBOXES });
      void queries.invalidateQueries({ queryKey: allowlistOf(mailbox).key });
    },
  });
  const close = () => setAsked(undefined);
  return (
    <>
      <p className="lead">{mailboxSentence(mailbox, counts)}</p>
      {RULE_GROUPS.map(({ title, rules }, group) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul className="rows">
            {rules.map((rule) => (
              <Sentence
                key={rule.sentence.name}
                text={rule.sentence(mailbox, counts)}
                change={() => setAsked({ title, rule })}
              />
            ))}
            {group === 0 && (
              <>
                <Sentence text={windowSentence(mailbox)} change={() => setAsked('window')} />
                <Sentence text={outgoingFileSentence(mailbox)} />
              </>
            )}
            {group === 3 && <Sentence text={trustSentence(mailbox)} />}
          </ul>
          {group === 1 && <AddressList source={allowlistOf(mailbox)} />}
          {group === 2 && <AddressList source={sendersOf(mailbox)} />}
        </section>
      ))}
      <DryRun key={mailbox.id} mailbox={mailbox} />
      {asked === 'window' && <WindowDialog mailbox={mailbox} close={close} />}
      {asked && asked !== 'window' && <ChangeDialog mailbox={mailbox} {...asked} close={close} />}
    </>
  );
}

function Sentence({ text, change }: { readonly text: string; readonly change?: () => void }) {
  return (
    <li>
      <span>{text}</span>
      {change && (
        <button type="button" className="plain" aria-label={`Change: ${text}`} onClick={change}>
          Change
        </button>
      )}
    </li>
  );
}

/** Sizes of the lists, as far as they're loaded. */
function useCounts(mailbox: MailboxView) {
  const [allowlist, senders] = [allowlistOf(mailbox), sendersOf(mailbox)];
  const allowed = useQuery({ queryKey: allowlist.key, queryFn: allowlist.load });
  const listed = useQuery({ queryKey: senders.key, queryFn: senders.load });
  return {
    allowlist: allowed.data && countText(allowed.data),
    senders: listed.data && countText(listed.data),
  };
}
