import { setAttachmentAccess, updateMailbox } from '../../../../shared/contract/mailbox-policies.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { setSenderPolicy } from '../../../../shared/contract/sender-lists.ts';
import {
  AGENT_FORWARDING,
  APPROVAL_EXPIRIES,
  AUTHORING_MODES,
  AUTOMATIC_REPLIES,
  HITL_MODES,
  LANGUAGE_MODES,
  LIST_MODES,
  PII_MODES,
} from '../../../../shared/contract/values.ts';
import {
  attachmentSentence,
  authoringSentence,
  automaticSentence,
  entriesSentence,
  expirySentence,
  forwardingSentence,
  languageSentence,
  participantSentence,
  personalDataSentence,
  quarantineSentence,
  type RuleSentence,
  recipientSentence,
  releaseSentence,
  reviewSentence,
  senderSentence,
} from '../../../../shared/rule-sentences.ts';
import { call } from '../api.ts';
import { type GatedChange, withProof } from '../proof/ask.ts';

/** A rule that is changed by choosing one of several sentences. */
export interface MailboxRule {
  readonly sentence: RuleSentence;
  /** Values of the mailbox that each choice sets. */
  readonly choices: readonly Partial<MailboxView>[];
  readonly change?: (mailbox: MailboxView, choice: Partial<MailboxView>) => GatedChange;
}

export interface RuleGroup {
  readonly title: string;
  readonly rules: readonly MailboxRule[];
}

export const RULE_GROUPS: readonly RuleGroup[] = [
  {
    title: 'Sending',
    rules: [
      {
        sentence: authoringSentence,
        choices: AUTHORING_MODES.map((mode) => ({ agent_authoring_mode: mode })),
      },
      { sentence: reviewSentence, choices: HITL_MODES.map((mode) => ({ hitl_mode: mode })) },
      { sentence: expirySentence, choices: APPROVAL_EXPIRIES.map((expiry) => ({ approval_expiry: expiry })) },
    ],
  },
  {
    title: 'Recipients',
    rules: [
      {
        sentence: recipientSentence,
        choices: [
          { recipient_policy_mode: 'allowlist', agent_send_containment: false },
          { recipient_policy_mode: 'blocklist', agent_send_containment: true },
          { recipient_policy_mode: 'blocklist', agent_send_containment: false },
        ],
      },
      {
        sentence: participantSentence,
        choices: [{ participant_authentication: 'authenticated' }, { participant_authentication: 'any' }],
      },
      {
        sentence: automaticSentence,
        choices: AUTOMATIC_REPLIES.map((mails) => ({ automatic_replies: mails })),
      },
      {
        sentence: forwardingSentence,
        choices: AGENT_FORWARDING.map((mode) => ({ agent_forwarding: mode })),
      },
    ],
  },
  {
    title: 'Senders',
    rules: [
      {
        sentence: senderSentence,
        choices: LIST_MODES.map((mode) => ({ sender_policy_mode: mode })),
        change: ({ id }, { sender_policy_mode: mode = 'allowlist' }) => ({
          scope: 'mailbox_policy_loosen',
          values: { mode, mailbox_id: id },
          act: (proof) => call(setSenderPolicy, { params: { id }, body: { mode, ...proof } }),
        }),
      },
      {
        sentence: languageSentence,
        choices: LANGUAGE_MODES.map((mode) => ({ scanner_policy: { language_mode: mode } })),
      },
    ],
  },
  {
    title: 'Reading and deciding',
    rules: [
      {
        sentence: quarantineSentence,
        choices: [{ agent_quarantine_access: 'metadata' }, { agent_quarantine_access: 'full' }],
      },
      { sentence: releaseSentence, choices: [{ agent_release: 'never' }, { agent_release: 'contract' }] },
      { sentence: entriesSentence, choices: [{ agent_entries: 'strict' }, { agent_entries: 'contract' }] },
      {
        sentence: attachmentSentence,
        choices: [
          { attachment_exposure_mode: 'metadata_only' },
          { attachment_exposure_mode: 'derived_content' },
        ],
        change: ({ id }, { attachment_exposure_mode: mode }) => ({
          scope: 'attachment_raw_enable',
          values: { mode, mailbox_id: id },
          act: (proof) => call(setAttachmentAccess, { params: { id }, body: { mode, ...proof } }),
        }),
      },
      { sentence: personalDataSentence, choices: PII_MODES.map((mode) => ({ pii_mode: mode })) },
    ],
  },
];

/** Sets values of a mailbox; resolves with false if the person cancels the proof. */
export function changeRule(
  mailbox: MailboxView,
  rule: Pick<MailboxRule, 'change'>,
  choice: Partial<MailboxView>,
): Promise<boolean> {
  return withProof(rule.change?.(mailbox, choice) ?? mailboxChange(mailbox, choice));
}

function mailboxChange({ id }: MailboxView, choice: Partial<MailboxView>): GatedChange {
  const body = choice as Parameters<typeof call<typeof updateMailbox>>[1]['body'];
  return {
    scope: 'mailbox_policy_loosen',
    values: { ...body, mailbox_id: id },
    act: (proof) => call(updateMailbox, { params: { id }, body: { ...body, ...proof } }),
  };
}

/** Whether a mailbox has the values of a choice. */
export function isChosen(
  mailbox: MailboxView,
  { sentence }: MailboxRule,
  choice: Partial<MailboxView>,
): boolean {
  return sentence({ ...mailbox, ...choice }) === sentence(mailbox);
}
