import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { CURRENT_VERSIONS } from '../../../shared/contract/mailbox-policies.ts';
import type { setInstructionTrust, setStrictRecipient } from '../../../shared/contract/trust.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { RulesContext } from '../context.ts';
import { type MailboxRow, resolveMailbox } from '../mailboxes/table.ts';
import type { MailboxColumns } from '../mailboxes/update/plan.ts';
import { writeChanges } from '../mailboxes/update/write.ts';
import { assertFreshProof, assertSession } from '../policies/fresh-proof.ts';
import { assertAccountable, assertResidualRiskKnown } from './accountability.ts';

type TrustState = ReplyOf<typeof setInstructionTrust>;

/** The master switch: any bound caller may turn it off, only a person may turn it on. */
export async function switchTrust(
  context: RulesContext,
  principal: Principal,
  { reference, body }: { readonly reference: string; readonly body: BodyOf<typeof setInstructionTrust> },
): Promise<TrustState> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
  if (!body.enabled)
    return change(context, principal, {
      mailboxId: mailbox.id,
      wanted: { instruction_trust_mode: 'disabled' },
    });
  assertSession(principal);
  if (body.strict_recipient === undefined) {
    throw new ServiceError('INSTRUCTION_TRUST_STRICT_CHOICE_REQUIRED');
  }
  await assertFreshProof(context, principal, {
    scope: 'instruction_trust_enable',
    mailboxId: mailbox.id,
    body,
  });
  await assertAccountable(db, principal.account.id);
  assertResidualRiskKnown(body.residual_ack_version);
  return change(context, principal, {
    mailboxId: mailbox.id,
    wanted: {
      instruction_trust_mode: 'enabled',
      instruction_trust_strict_recipient: body.strict_recipient,
      residual_risk_version: CURRENT_VERSIONS.residual_risk,
    },
  });
}

/** The strict recipient guard: any bound caller may turn it on, only a person may turn it off. */
export async function switchStrictRecipient(
  context: RulesContext,
  principal: Principal,
  { reference, body }: { readonly reference: string; readonly body: BodyOf<typeof setStrictRecipient> },
): Promise<TrustState> {
  const mailbox = await resolveMailbox(context.store.read, principal, { reference, unbound: 'denied_403' });
  if (!body.strict_recipient) {
    assertSession(principal);
    await assertFreshProof(context, principal, {
      scope: 'strict_recipient_off',
      mailboxId: mailbox.id,
      body,
    });
  }
  return change(context, principal, {
    mailboxId: mailbox.id,
    wanted: {
      instruction_trust_strict_recipient: body.strict_recipient,
    },
  });
}

/** Writes changed values; `changed_at` only moves with them. */
function change(
  context: RulesContext,
  principal: Principal,
  { mailboxId, wanted }: { readonly mailboxId: string; readonly wanted: MailboxColumns },
): Promise<TrustState> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const row = await resolveMailbox(transaction.db, principal, {
      reference: mailboxId,
      unbound: 'denied_403',
    });
    const columns = Object.fromEntries(
      Object.entries(wanted).filter(([column, value]) => row[column as keyof MailboxRow] !== value),
    ) as MailboxColumns;
    const differs = 'instruction_trust_mode' in columns || 'instruction_trust_strict_recipient' in columns;
    const stamped = differs ? { ...columns, instruction_trust_changed_at: transaction.now } : columns;
    return stateOf(await writeChanges(transaction, principal, { row, columns: stamped }));
  });
}

function stateOf(row: MailboxRow): TrustState {
  return {
    mailbox_id: row.id,
    instruction_trust_mode: row.instruction_trust_mode,
    instruction_trust_strict_recipient: row.instruction_trust_strict_recipient,
    changed_at: isoTime(row.instruction_trust_changed_at ?? row.created_at),
  };
}
