import type { z } from 'zod';
import type { emailEffect, holdContext, MessageState } from '../../shared/contract/messages.ts';
import type { Scan } from '../../shared/contract/scan.ts';

export type EmailEffect = z.output<typeof emailEffect>;
export type HoldContext = z.output<typeof holdContext>;

/** The `email_effect` of an outbound message; null while it has none. */
export function emailEffectOf(facts: {
  readonly state: MessageState;
  readonly hold: HoldContext | null;
  readonly scan: Scan | null;
  readonly keyed: boolean;
}): EmailEffect | null {
  switch (facts.state) {
    case 'dispatching':
      return effect('in_flight', false, false, false);
    case 'delivered':
    case 'bounced':
      return effect('sent', false, true, false);
    case 'pending_review':
      return effect('held_for_review', true, false, false);
    case 'quarantined':
      return heldByInfrastructure(facts.hold, facts.scan)
        ? effect('held_infrastructure', true, false, true)
        : effect('held_for_review', true, false, false);
    case 'available':
      return effect('indeterminate', false, false, facts.keyed);
    case 'blocked':
      return effect('blocked', false, true, false);
    default:
      return null;
  }
}

/** A deferral has no hold context; an incomplete scan says nothing about the content. */
function heldByInfrastructure(hold: HoldContext | null, scan: Scan | null): boolean {
  if (hold === null) return true;
  if (hold.trigger_source !== 'scanner') return false;
  const decisive = (scan?.categories ?? []).filter(({ decision }) => decision === 'quarantine');
  return decisive.length > 0 && decisive.every(({ category }) => category === 'scan_incomplete');
}

function effect(
  effect_status: EmailEffect['effect_status'],
  releasable: boolean,
  terminal: boolean,
  retryable: boolean,
): EmailEffect {
  return { effect_status, releasable, terminal, retryable };
}
