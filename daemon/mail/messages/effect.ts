import type { z } from 'zod';
import type { emailEffect, MessageState } from '../../../shared/contract/messages.ts';
import type { Scan } from '../../../shared/contract/scan.ts';
import type { HoldContext } from '../../platform/store/schema.ts';
import type { MessageRow } from './table.ts';

export type EmailEffect = z.output<typeof emailEffect>;

type Outcome = Pick<MessageRow, 'state' | 'deleted_from' | 'hold_context' | 'scan' | 'keyed'>;

/** A deleted message answers as it did before. */
export function stateOf(row: Pick<MessageRow, 'state' | 'deleted_from'>): MessageState {
  return row.deleted_from ?? row.state;
}

/** The `email_effect` of an outbound message; null while it has none. */
export function effectOf(row: Outcome): EmailEffect | null {
  switch (stateOf(row)) {
    case 'dispatching':
      return effect('in_flight', { releasable: false, terminal: false, retryable: false });
    case 'delivered':
    case 'bounced':
      return effect('sent', { releasable: false, terminal: true, retryable: false });
    case 'pending_review':
      return effect('held_for_review', { releasable: true, terminal: false, retryable: false });
    case 'quarantined':
      return heldByInfrastructure(row.hold_context, row.scan)
        ? effect('held_infrastructure', { releasable: true, terminal: false, retryable: true })
        : effect('held_for_review', { releasable: true, terminal: false, retryable: false });
    case 'available':
      return effect('indeterminate', { releasable: false, terminal: false, retryable: row.keyed === 1 });
    case 'blocked':
      return effect('blocked', { releasable: false, terminal: true, retryable: false });
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

interface EffectInput {
  readonly releasable: boolean;
  readonly terminal: boolean;
  readonly retryable: boolean;
}

function effect(
  effect_status: EmailEffect['effect_status'],
  { releasable, terminal, retryable }: EffectInput,
): EmailEffect {
  return { effect_status, releasable, terminal, retryable };
}
