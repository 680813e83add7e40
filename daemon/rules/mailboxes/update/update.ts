import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { Principal } from '../../../access/principal.ts';
import { showsTheSame } from '../../../content/stored-text/redaction.ts';
import { rebuildMailbox } from '../../../content/stored-text/search-index.ts';
import { denied, invalidField, ServiceError } from '../../../platform/errors/service-error.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import type { RulesContext } from '../../context.ts';
import { assertMayLoosen, assertStillMayLoosen, proofIn } from '../../policies/fresh-proof.ts';
import { projectFor } from '../project.ts';
import { type MailboxRow, resolveMailbox } from '../table.ts';
import { assertNotEmpty } from './allowlist-flip.ts';
import { planUpdate, type UpdateMailboxBody, type UpdatePlan } from './plan.ts';
import { writeChanges } from './write.ts';

/** Changes a mailbox: all named fields or none. */
export async function updateMailbox(
  context: RulesContext,
  principal: Principal,
  { reference, body }: { readonly reference: string; readonly body: UpdateMailboxBody },
): Promise<MailboxView> {
  assertUnambiguous(body);
  const { brandNames } = context.config;
  const before = await resolveMailbox(context.store.read, principal, { reference, unbound: 'masked_404' });
  const first = planUpdate(before, body, brandNames);
  assertPaid(principal, first);
  await assertMayLoosen(context, principal, {
    loosened: first.loosened,
    proof: proofIn(body, 'mailbox_policy_loosen', { mailbox_id: before.id }),
  });
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const row = await resolveMailbox(transaction.db, principal, {
      reference: before.id,
      unbound: 'masked_404',
    });
    const plan = planUpdate(row, body, brandNames);
    assertPaid(principal, plan);
    await assertStillMayLoosen(transaction, principal, {
      proven: first.loosened,
      loosened: plan.loosened,
    });
    if (plan.columns.recipient_policy_mode === 'allowlist' && body.force_empty !== true) {
      await assertNotEmpty(transaction.db, row.id);
    }
    const after = await writeChanges(transaction, principal, { row, columns: plan.columns });
    await emitPolicyChange(transaction, principal, { before: row, after });
    if (!showsTheSame(row, after)) await rebuildMailbox(transaction, row);
    return projectFor(principal, after);
  });
}

/** Refuses combinations of fields that set the same thing. */
function assertUnambiguous(body: UpdateMailboxBody): void {
  const named = (...fields: (keyof UpdateMailboxBody)[]) =>
    fields.filter((field) => body[field] !== undefined);
  const policies = named('agent_send_policy', 'recipient_policy_mode', 'agent_send_containment');
  const written = [...named('agent_authoring_mode', 'hitl_mode'), ...policies];
  if (body.apply_policy_mode && written.length > 0) {
    throw new ServiceError('AMBIGUOUS_POLICY_MODE_APPLICATION', { fields: written });
  }
  if (body.agent_send_policy && policies.length > 1) {
    const others = policies.filter((field) => field !== 'agent_send_policy').join(' and ');
    throw invalidField('agent_send_policy', `must not be combined with ${others}`);
  }
}

function assertPaid(principal: Principal, { paid }: UpdatePlan): void {
  if (paid.length === 0 || principal.account.tier !== 'sandbox') return;
  throw denied('TIER_LIMIT', {
    reason_axis: 'tier',
    reason: 'paid_plan_needed',
    required_tier: 'pay_as_you_go',
    fields: paid,
  });
}

async function emitPolicyChange(
  transaction: Transaction,
  { actor }: Principal,
  { before, after }: { readonly before: MailboxRow; readonly after: MailboxRow },
): Promise<void> {
  if (before.recipient_policy_mode === after.recipient_policy_mode) return;
  await transaction.emit({
    type: 'mailbox.recipient_policy_changed',
    accountId: after.account_id,
    mailboxId: after.id,
    data: {
      mailbox_id: after.id,
      previous_mode: before.recipient_policy_mode,
      recipient_policy_mode: after.recipient_policy_mode,
      changed_at: isoTime(transaction.now),
      actor_type: actor.type,
      actor_id: actor.id,
    },
  });
}
