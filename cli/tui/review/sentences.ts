import type { ScanFinding } from '../../../shared/contract/scan.ts';
import { safeLine } from '../../terminal/safe.ts';
import { holdReason, languageHint } from '../../views/hold-reasons.ts';
import type { Detail } from '../../views/messages.ts';
import type { Marks } from './marks.ts';
import type { Mailbox } from './state.ts';
import type { Line } from './text.ts';

const LONGEST_REASON = 1000;

const HOLDERS = {
  mailbox_policy: 'Held by the mailbox policy.',
  scanner: 'Held by the scan.',
  both: 'Held by the scan and the mailbox policy.',
} as const;

/** Why it is held: policy reasons, and findings with excerpts of content that isn't shown elsewhere. */
export function holdSentences({ state, hold_context, mailbox_name, scan }: Detail, marks: Marks): Line[] {
  const lines: Line[] = [];
  if (hold_context) {
    lines.push([{ text: HOLDERS[hold_context.trigger_source] }]);
    for (const code of hold_context.summary_reasons) {
      // Findings follow below.
      if (!/^(?:scan|outbound_pii):/.test(code)) lines.push([{ text: safeLine(holdReason(code)) }]);
    }
    const hint = languageHint(hold_context.summary_reasons, mailbox_name);
    if (hint !== null) lines.push([{ text: safeLine(hint), tone: 'quiet' }]);
  } else if (state === 'quarantined') {
    lines.push([{ text: 'Delivery failed temporarily. Releasing it tries again.' }]);
  }
  const findings = scan?.findings ?? [];
  const grave = findings.flatMap((finding, index) =>
    finding.decision === 'allow' ? [] : [findingLine(finding), ...marks.excerpts(index)],
  );
  const mild = findings.filter(({ decision }) => decision === 'allow');
  return [...lines, ...grave, ...mild.map(findingLine)];
}

const DECISIONS: Readonly<Record<ScanFinding['decision'], string>> = {
  allow: 'for information',
  allow_with_warning: 'warns',
  require_human_approval: 'requires approval',
  quarantine: 'quarantines',
  block: 'blocks',
};

/** The scanner's sentence, then its category. */
function findingLine(finding: ScanFinding): Line {
  const kind = [finding.category, finding.subtype ?? finding.pii_type].filter(Boolean).join(', ');
  const where = finding.attachment_filename === undefined ? '' : ` In ${finding.attachment_filename}.`;
  const urls = (finding.warning?.affected_urls ?? []).join(' ');
  const text = `${finding.reason ?? kind}${where}${urls === '' ? '' : ` ${urls}`}`.slice(0, LONGEST_REASON);
  const isMild = finding.decision === 'allow';
  return [
    { text: `${safeLine(text)} `, tone: isMild ? 'quiet' : undefined },
    { text: `(${kind}: ${DECISIONS[finding.decision]})`, tone: 'quiet' },
  ];
}

const HOLDING_MODES = {
  disabled: 'agents send without review',
  risky_only: 'risky messages from agents are held',
  all_outbound: 'all messages from agents are held',
} as const;

/** Mailbox policy that matters for the decision. */
export function mailboxSentences({ direction, scan }: Detail, mailbox: Mailbox | undefined): Line[] {
  if (!mailbox) return [];
  const lines: Line[] = [];
  if (direction === 'outbound') {
    const list =
      mailbox.recipient_policy_mode === 'allowlist'
        ? 'recipients must be on the allowlist'
        : 'recipients may be anyone not blocked';
    lines.push([{ text: `${HOLDING_MODES[mailbox.hitl_mode]}; ${list}` }]);
    if (noteIsRequired({ scan }, mailbox)) {
      lines.push([{ text: 'deciding about sensitive personal data requires a note', tone: 'warning' }]);
    }
  } else {
    const list =
      mailbox.sender_policy_mode === 'allowlist'
        ? 'allowlisted senders only'
        : "any sender that isn't blocked";
    lines.push([{ text: `accepts mail from ${list}` }]);
  }
  if (mailbox.pii_mode === 'redacted')
    lines.push([{ text: 'personal data in the text is hidden from all readers' }]);
  return lines;
}

/** Whether approving or denying it requires a note. */
export function noteIsRequired({ scan }: Pick<Detail, 'scan'>, mailbox: Mailbox | undefined): boolean {
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
export function trustSentences({ direction, sender_authentication, agent_safety_context }: Detail): Line[] {
  if (direction !== 'inbound') return [];
  const lines: Line[] = [];
  if (sender_authentication) {
    const { verdict, from_domain, signing_domain } = sender_authentication;
    const signed =
      signing_domain === null || signing_domain === from_domain ? '' : `, signed by ${signing_domain}`;
    const domain = from_domain === null ? '' : ` (${from_domain}${signed})`;
    const tone = verdict === 'verified_aligned' ? 'good' : 'warning';
    lines.push([{ text: safeLine(`${VERDICTS[verdict]}${domain}`), tone }]);
  }
  if (agent_safety_context?.instruction_trust) {
    lines.push([
      { text: "agents may follow this sender's instructions: a person trusts the address", tone: 'warning' },
    ]);
  }
  return lines;
}
