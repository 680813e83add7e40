import type { Scan, ScanVerdict } from '../../../shared/contract/scan.ts';
import { isOpen } from '../../../shared/policies/send-window.ts';
import type { CallerAccount, Origin } from '../../access/principal.ts';
import type { HoldContext } from '../../platform/store/schema.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import { scanReasons } from '../messages/hold.ts';

/** The decision about a scanned outbound message. */
export type OutboundDecision =
  | { readonly kind: 'dispatch' }
  | { readonly kind: 'hold'; readonly state: 'quarantined' | 'pending_review'; readonly hold: HoldContext }
  | { readonly kind: 'block' };

/** Facts for the decision. */
export interface OutboundFacts {
  readonly scan: Scan;
  readonly origin: Origin;
  readonly tier: CallerAccount['tier'];
  readonly mailbox: Pick<MailboxRow, 'hitl_mode' | 'send_window'> &
    Partial<Pick<MailboxRow, 'agent_forwarding'>>;
  /** Time for the send window, milliseconds since 1970. */
  readonly at: number;
  /** True when the mailbox never exchanged mail with the recipient. */
  readonly firstContact: boolean;
  /** It's a new version of a message that was denied. */
  readonly isRevision?: boolean;
  /** It forwards a message. */
  readonly isForward?: boolean;
  /** Reasons of the scan that a person saw on the message that this edit replaces. */
  readonly approvedReasons?: ReadonlySet<string> | undefined;
}

/**
 * Decides by the worse of the scan's verdict and the mailbox's review policy. See docs/decisions/scanning.md.
 */
export function decideOutbound(facts: OutboundFacts): OutboundDecision {
  const { verdict } = facts.scan;
  if (verdict === 'blocked') return { kind: 'block' };
  const policy = policyReasons({ ...facts, verdict });
  const reasons = scanReasons(facts.scan);
  const { approvedReasons: approved } = facts;
  const isApproved = approved !== undefined && reasons.every((reason) => approved.has(reason));
  const held = verdict === 'quarantined' || (verdict === 'review_required' && !isApproved);
  if (!held && policy.length === 0) return { kind: 'dispatch' };
  // The review queue is part of paid plans; on others a hold is released from quarantine.
  const queue = facts.tier === 'sandbox' ? 'quarantined' : 'pending_review';
  return {
    kind: 'hold',
    state: verdict === 'quarantined' ? 'quarantined' : queue,
    hold: {
      trigger_source: !held ? 'mailbox_policy' : policy.length === 0 ? 'scanner' : 'both',
      summary_reasons: [...policy, ...(held ? reasons : [])],
    },
  };
}

/** Facts for the mailbox's policies; the verdict is null before the scan. */
export interface PolicyFacts
  extends Pick<OutboundFacts, 'origin' | 'mailbox' | 'firstContact' | 'isRevision' | 'isForward' | 'at'> {
  readonly verdict: ScanVerdict | null;
}

/** Why the mailbox's policies hold this message; empty when they do not. */
function policyReasons(facts: PolicyFacts): string[] {
  if (facts.origin !== 'agent') return [];
  const revision = facts.isRevision ? ['revision'] : [];
  return [...reviewReasons(facts), ...forwardReasons(facts), ...revision, ...windowReasons(facts)];
}

/** Reasons of the review mode, for agent origin. */
export function reviewReasons({
  mailbox,
  verdict,
  firstContact,
}: Pick<PolicyFacts, 'mailbox' | 'verdict' | 'firstContact'>): string[] {
  if (mailbox.hitl_mode === 'all_outbound') return ['hitl_all_outbound'];
  if (mailbox.hitl_mode !== 'risky_only') return [];
  const reasons: string[] = [];
  if (verdict !== null && verdict !== 'clean') reasons.push('hitl_risky_only:verdict');
  if (firstContact) reasons.push('hitl_risky_only:first_contact');
  return reasons;
}

/** A forward that waits for a person. The gate refuses it where agents can't forward at all. */
export function forwardReasons({ mailbox, isForward = false }: Pick<PolicyFacts, 'mailbox' | 'isForward'>) {
  return isForward && mailbox.agent_forwarding !== 'on' ? ['forward'] : [];
}

/** A closed window that asks for approval. One that blocks is a gate. */
export function windowReasons({ mailbox, at }: Pick<PolicyFacts, 'mailbox' | 'at'>): string[] {
  const window = mailbox.send_window;
  return window?.outside_action === 'require_approval' && !isOpen(window, at) ? ['send_window'] : [];
}
