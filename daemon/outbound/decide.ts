import type { Scan } from '../../shared/contract/scan.ts';
import type { CallerAccount, Origin } from '../access/principal.ts';
import type { MailboxRow } from '../mailboxes/table.ts';
import type { HoldContext } from '../messages/effect.ts';
import { scanReasons } from '../messages/hold.ts';

/** What happens to a scanned outbound message (decisions 8.7). */
export type OutboundDecision =
  | { readonly kind: 'dispatch' }
  | { readonly kind: 'hold'; readonly state: 'quarantined' | 'pending_review'; readonly hold: HoldContext }
  | { readonly kind: 'block' };

export interface OutboundFacts {
  readonly scan: Scan;
  readonly origin: Origin;
  readonly tier: CallerAccount['tier'];
  readonly mailbox: Pick<MailboxRow, 'hitl_mode'>;
  /** The mailbox never exchanged mail with the recipient. */
  readonly firstContact: boolean;
}

export function decideOutbound(facts: OutboundFacts): OutboundDecision {
  const { verdict } = facts.scan;
  if (verdict === 'blocked') return { kind: 'block' };
  const policy = policyReasons(facts);
  const held = verdict === 'review_required' || verdict === 'quarantined';
  if (!held && policy.length === 0) return { kind: 'dispatch' };
  // The review queue is part of paid plans; on others a hold is released from quarantine.
  const queue = facts.tier === 'sandbox' ? 'quarantined' : 'pending_review';
  return {
    kind: 'hold',
    state: verdict === 'quarantined' ? 'quarantined' : queue,
    hold: {
      trigger_source: !held ? 'mailbox_policy' : policy.length === 0 ? 'scanner' : 'both',
      summary_reasons: [...policy, ...(held ? scanReasons(facts.scan) : [])],
    },
  };
}

/** Why the mailbox's review mode holds this message; empty when it does not. */
function policyReasons({ origin, mailbox, scan, firstContact }: OutboundFacts): string[] {
  if (origin !== 'agent') return [];
  if (mailbox.hitl_mode === 'all_outbound') return ['hitl_all_outbound'];
  if (mailbox.hitl_mode !== 'risky_only') return [];
  const reasons: string[] = [];
  if (scan.verdict !== 'clean') reasons.push('hitl_risky_only:verdict');
  if (firstContact) reasons.push('hitl_risky_only:first_contact');
  return reasons;
}
