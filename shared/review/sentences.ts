import type { MailboxView } from '../contract/mailboxes.ts';
import type { MessageDetail, MessageVersion, Review } from '../contract/messages.ts';
import type { ScanFinding } from '../contract/scan.ts';
import { holdSentences, languageHint } from '../hold-reasons.ts';
import { stateWords } from '../state-words.ts';

/** Facts about a held message, in sentences for its reviewer. Text of mail in them isn't made safe yet. */

export interface Sentence {
  readonly text: string;
  readonly tone?: 'quiet' | 'warning' | 'good';
}

const HOLDERS = {
  mailbox_policy: 'Held by the mailbox policy.',
  scanner: 'Held by the scan.',
  both: 'Held by the scan and the mailbox policy.',
} as const;

/** Who holds it, and the reasons of policy; those of the scan come with its findings. */
export function holderSentences({ state, hold_context, mailbox_name }: MessageDetail): Sentence[] {
  if (!hold_context) {
    return state === 'quarantined'
      ? [{ text: 'Delivery failed temporarily. Releasing it tries again.' }]
      : [];
  }
  const codes = hold_context.summary_reasons;
  const ofPolicy = codes.filter((code) => !/^(?:scan|outbound_pii):/.test(code));
  const hint = languageHint(codes, mailbox_name);
  return [
    { text: HOLDERS[hold_context.trigger_source] },
    ...holdSentences(ofPolicy).map((text) => ({ text })),
    ...(hint === null ? [] : [{ text: hint, tone: 'quiet' as const }]),
  ];
}

const LONGEST_REASON = 1000;

const DECISIONS: Readonly<Record<ScanFinding['decision'], string>> = {
  allow: 'for information',
  allow_with_warning: 'warns',
  require_human_approval: 'requires approval',
  quarantine: 'quarantines',
  block: 'blocks',
};

/** The sentence of the scanner, then its own words for it. */
export function findingSentence(finding: ScanFinding): { readonly text: string; readonly kind: string } {
  const kind = [finding.category, finding.subtype ?? finding.pii_type].filter(Boolean).join(', ');
  const where = finding.attachment_filename === undefined ? '' : ` In ${finding.attachment_filename}.`;
  const urls = (finding.warning?.affected_urls ?? []).join(' ');
  const text = `${finding.reason ?? kind}${where}${urls === '' ? '' : ` ${urls}`}`.slice(0, LONGEST_REASON);
  return { text, kind: `(${kind.replaceAll('_', ' ')}: ${DECISIONS[finding.decision]})` };
}

const HOLDING_MODES = {
  disabled: 'agents send without review',
  risky_only: 'risky messages from agents are held',
  all_outbound: 'all messages from agents are held',
} as const;

/** Policy of the mailbox that the reviewer should know. */
export function mailboxSentences(
  { direction, scan }: MessageDetail,
  mailbox: MailboxView | undefined,
): Sentence[] {
  if (!mailbox) return [];
  const redacts: Sentence[] =
    mailbox.pii_mode === 'redacted' ? [{ text: 'personal data in the text is hidden from all readers' }] : [];
  if (direction === 'inbound') {
    const senders =
      mailbox.sender_policy_mode === 'allowlist'
        ? 'allowlisted senders only'
        : "any sender that isn't blocked";
    return [{ text: `accepts mail from ${senders}` }, ...redacts];
  }
  const recipients =
    mailbox.recipient_policy_mode === 'allowlist'
      ? 'recipients must be on the allowlist'
      : 'recipients may be anyone not blocked';
  const note: Sentence[] = noteIsRequired({ scan }, mailbox)
    ? [{ text: 'deciding about sensitive personal data requires a note', tone: 'warning' }]
    : [];
  return [{ text: `${HOLDING_MODES[mailbox.hitl_mode]}; ${recipients}` }, ...note, ...redacts];
}

/** Whether approving and denying it take a note. */
export function noteIsRequired(
  { scan }: Pick<MessageDetail, 'scan'>,
  mailbox: MailboxView | undefined,
): boolean {
  const rule = mailbox?.scanner_policy?.outbound_review_policy?.approval_note;
  if (rule !== 'required_for_sensitive_pii') return false;
  return (scan?.findings ?? []).some(
    ({ pii_type, decision }) => (pii_type === 'ssn' || pii_type === 'credit_card') && decision !== 'allow',
  );
}

const VERDICTS = {
  verified_aligned: 'verified sender',
  authenticated_unaligned: "authenticated, but not by the sender's domain",
  failed: 'unverified sender: authentication failed',
  none: 'unverified sender: no authentication',
  error: 'unknown sender: DNS lookup failed',
} as const;

/** Facts about the sender of inbound mail. */
export function trustSentences({
  direction,
  sender_authentication,
  agent_safety_context,
}: MessageDetail): Sentence[] {
  if (direction !== 'inbound') return [];
  const sentences: Sentence[] = [];
  if (sender_authentication) {
    const { verdict, from_domain, signing_domain } = sender_authentication;
    const signed =
      signing_domain === null || signing_domain === from_domain ? '' : `, signed by ${signing_domain}`;
    const domain = from_domain === null ? '' : ` (${from_domain}${signed})`;
    const tone = verdict === 'verified_aligned' ? 'good' : 'warning';
    sentences.push({ text: `${VERDICTS[verdict]}${domain}`, tone });
  }
  if (agent_safety_context?.instruction_trust) {
    const text = "agents may follow this sender's instructions: a person trusts the address";
    sentences.push({ text, tone: 'warning' });
  }
  return sentences;
}

/** Why a message can't be edited as a whole: its reader doesn't have all of its text. Null when it can. */
export function whyNotWhole(
  { body }: Pick<MessageDetail, 'body'>,
  piiMode: string | undefined,
): string | null {
  if (piiMode === 'redacted')
    return 'The mailbox hides personal data, so an edit would send the placeholders.';
  if (body.content === null) return 'Its text is withheld.';
  if (body.truncated) return 'Only a signed-in person gets all of its text (agentmail login).';
  return null;
}

const DECIDED_BY: Readonly<Record<Review['decided_by'], string>> = {
  person: 'a person',
  admin_key: 'an admin key',
  agent_key: 'an agent key',
  system: 'the system',
};

/** The version that a person denied before this one; undefined when it's the first. */
export function deniedVersion({ id, versions = [] }: MessageDetail): MessageVersion | undefined {
  return versions[versions.findIndex((version) => version.id === id) - 1];
}

/** The fate of one version of a message: why it was held, and how that ended. */
export function versionText({ state, held_because, review }: MessageVersion): string {
  const reasons = held_because ?? review?.held_because ?? [];
  const held = reasons.length === 0 ? [] : [`Held: ${holdSentences(reasons).join(' ')}`];
  if (!review) return [...held, `It is ${stateWords(state)}.`].join(' ');
  const decision = decisionText(review);
  const because = review.reason === null ? '' : `: ${review.reason}`;
  return [...held, `${decision.slice(0, 1).toUpperCase()}${decision.slice(1)}${because}`].join(' ');
}

/** How the review of a message ended, and who decided. */
export function decisionText({ resolution, decided_by }: Review): string {
  return resolution === 'expired'
    ? 'expired without a decision'
    : `${resolution} by ${DECIDED_BY[decided_by]}`;
}
