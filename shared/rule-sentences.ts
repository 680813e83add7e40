import type { MailboxView, SendWindow } from './contract/mailboxes.ts';

/** The rules of a mailbox, in one sentence each. */

/** A rule as a sentence, for a mailbox that may have other values than the stored ones. */
export type RuleSentence = (mailbox: MailboxView, counts?: RuleCounts) => string;

/** Sizes of the lists that a sentence is about; undefined while they aren't known. */
export interface RuleCounts {
  readonly allowlist?: string | undefined;
  readonly senders?: string | undefined;
}

const AUTHORING = {
  send_and_draft: 'Agents may send, and write drafts.',
  draft_only: 'Agents may write drafts, and you send them.',
  read_only: 'Agents may read, and write nothing.',
} as const;

export const authoringSentence: RuleSentence = (mailbox) => AUTHORING[mailbox.agent_authoring_mode];

const REVIEW = {
  disabled: 'Agents send without your review.',
  risky_only: 'Risky messages from agents wait for you.',
  all_outbound: 'Everything that agents send waits for you.',
} as const;

export const reviewSentence: RuleSentence = ({ hitl_mode }) => REVIEW[hitl_mode];

const EXPIRY = {
  '24h': 'A message that waits for you expires after 24 hours.',
  '72h': 'A message that waits for you expires after 72 hours.',
  '7d': 'A message that waits for you expires after 7 days.',
  never: 'A message that waits for you never expires.',
} as const;

export const expirySentence: RuleSentence = ({ approval_expiry }) => EXPIRY[approval_expiry];

/** Whom the mailbox may write to. */
export const recipientSentence: RuleSentence = (mailbox, { allowlist } = {}) => {
  const { name, recipient_policy_mode, agent_send_containment, allow_thread_replies } = mailbox;
  const listed = allowlist ?? 'the addresses on its allowlist';
  if (recipient_policy_mode === 'allowlist') {
    const replies = allow_thread_replies ? ', and may reply in its threads' : '';
    return `${name} may write to ${listed}${replies}.`;
  }
  if (agent_send_containment) return `Agents may write to ${listed} and to participants of threads.`;
  return `${name} may write to anyone who isn't suppressed.`;
};

/** Who may write in. */
export const senderSentence: RuleSentence = ({ name, sender_policy_mode }, { senders } = {}) =>
  sender_policy_mode === 'allowlist'
    ? `Only ${senders ?? 'senders on its list'} may write to ${name}.`
    : `Any sender that isn't blocked may write to ${name}.`;

export const participantSentence: RuleSentence = ({ participant_authentication }) =>
  participant_authentication === 'authenticated'
    ? 'Only authenticated senders count as participants.'
    : 'Anyone who writes in a thread counts as a participant, even with a forged address.';

const AUTOMATIC = {
  never: "Agents don't answer automatic mail.",
  lists: 'Agents may answer mail of lists and of trackers, a few times an hour.',
  all: 'Agents may answer all automatic mail, a few times an hour.',
} as const;

export const automaticSentence: RuleSentence = ({ automatic_replies }) => AUTOMATIC[automatic_replies];

const FORWARDING = {
  off: "Agents can't forward mail.",
  review: 'Agents may forward mail, and each one waits for you.',
  on: 'Agents may forward mail as they may send.',
} as const;

export const forwardingSentence: RuleSentence = ({ agent_forwarding }) => FORWARDING[agent_forwarding];

const LANGUAGES = {
  english_only: "Mail that isn't in English is held.",
  allow_all_languages: 'Mail in all languages is accepted.',
  disabled: "The language of mail isn't checked.",
} as const;

export const languageSentence: RuleSentence = ({ scanner_policy }) =>
  LANGUAGES[scanner_policy?.language_mode ?? 'english_only'];

export const quarantineSentence: RuleSentence = ({ agent_quarantine_access }) =>
  agent_quarantine_access === 'full'
    ? 'Agents may read held mail.'
    : 'Agents see that mail is held, without its text.';

export const releaseSentence: RuleSentence = ({ agent_release }) =>
  agent_release === 'contract'
    ? 'Agents may release mail that the scan held, their own too.'
    : 'Only you release mail that the scan held.';

export const entriesSentence: RuleSentence = ({ agent_entries }) =>
  agent_entries === 'contract'
    ? 'Agents may stop all mail to addresses and domains.'
    : 'Agents may stop mail to a few single addresses a day.';

export const personalDataSentence: RuleSentence = ({ pii_mode }) =>
  pii_mode === 'redacted'
    ? 'Personal data in the text is hidden from all readers.'
    : 'Personal data in the text is shown to all readers.';

export const attachmentSentence: RuleSentence = ({
  attachment_exposure_mode: mode,
  attachment_allowed_file_families: families,
}) => {
  if (mode === 'metadata_only') return 'Agents see names and types of attachments.';
  if (mode === 'derived_content') return 'Agents may read the text of attachments.';
  return `Agents may read the text of attachments, and download these types: ${families.join(', ')}.`;
};

export const outgoingFileSentence: RuleSentence = ({ name, outbound_attachments: { enabled } }) =>
  enabled ? `${name} may send attachments.` : `${name} can't send attachments.`;

export const trustSentence: RuleSentence = ({ instruction_trust_mode }) =>
  instruction_trust_mode === 'enabled'
    ? 'Agents may follow instructions of the senders that you trust.'
    : 'Agents are told to follow no instructions in mail.';

export const windowSentence: RuleSentence = ({ send_window }) => {
  if (!send_window) return 'Agents may send at any time.';
  const { days, start, end, timezone } = send_window;
  if (days.length === 0) return `Agents may send at no time. ${outside(send_window)}`;
  return `Agents may send ${days.map(capital).join(', ')} from ${start} to ${end} (${timezone}). ${outside(send_window)}`;
};

function outside({ outside_action }: SendWindow): string {
  return outside_action === 'block' ? 'Other sends are refused.' : 'Other sends wait for you.';
}

function capital(day: string): string {
  return `${day[0]?.toUpperCase()}${day.slice(1)}`;
}

/** The rules that matter most, in one sentence. */
export function mailboxSentence(mailbox: MailboxView, counts?: RuleCounts): string {
  const { agent_authoring_mode: authoring, name } = mailbox;
  if (authoring === 'read_only') return `Agents of ${name} may read, and write nothing.`;
  const review = {
    disabled: 'agents send without your review',
    risky_only: 'risky messages from agents wait for you',
    all_outbound: 'everything that agents send waits for you',
  }[mailbox.hitl_mode];
  const rest = authoring === 'draft_only' ? 'agents write drafts, and you send them' : review;
  return `${recipientSentence(mailbox, counts).slice(0, -1)}; ${rest}.`;
}
