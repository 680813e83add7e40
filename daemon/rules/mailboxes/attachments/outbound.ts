import type { BodyOf, ReplyOf } from '../../../../shared/contract/endpoint.ts';
import {
  CURRENT_VERSIONS,
  type setOutboundAttachments,
} from '../../../../shared/contract/mailbox-policies.ts';
import type { Principal } from '../../../access/principal.ts';
import { denied, ServiceError } from '../../../platform/errors/service-error.ts';
import { isoTimeOrNull } from '../../../platform/system/iso-time.ts';
import type { RulesContext } from '../../context.ts';
import { assertFreshProof, assertSession } from '../../policies/fresh-proof.ts';
import { type MailboxRow, namedMailbox, resolveMailbox } from '../table.ts';
import type { MailboxColumns } from '../update/plan.ts';
import { writeChanges } from '../update/write.ts';
import { assertAccepted } from './disclaimers.ts';

type OutboundAttachmentsBody = BodyOf<typeof setOutboundAttachments>;
type OutboundView = ReplyOf<typeof setOutboundAttachments>;

/** `POST /v1/mailboxes/:id/outbound-attachments`: a person switches on, an admin off. */
export async function changeOutboundAttachments(
  context: RulesContext,
  principal: Principal,
  { reference, body }: { readonly reference: string; readonly body: OutboundAttachmentsBody },
): Promise<OutboundView> {
  if (principal.role === 'agent' && !body.enabled) throw new ServiceError('INSUFFICIENT_SCOPE');
  const row = await namedMailbox(context.store.read, principal, reference);
  if (body.enabled) {
    assertSession(principal);
    assertMaySwitchOn(principal, body);
    await assertFreshProof(context, principal, {
      scope: 'outbound_attachments_enable',
      mailboxId: row.id,
      body,
    });
  }
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const current = await resolveMailbox(transaction.db, principal, {
      reference: row.id,
      unbound: 'masked_404',
    });
    const columns = body.enabled ? switchedOn(current, body, transaction.now) : switchedOff(current);
    return view(await writeChanges(transaction, principal, { row: current, columns }));
  });
}

function assertMaySwitchOn({ account }: Principal, body: OutboundAttachmentsBody): void {
  if (account.tier !== 'pro') {
    throw denied('OUTBOUND_ATTACHMENTS_INELIGIBLE', { reason_axis: 'tier', required_tier: 'pro' });
  }
  assertAccepted('attachment_disclaimer', body.accept_disclaimer_version);
  if (body.accept_image_risk_version !== undefined) {
    assertAccepted('image_risk', body.accept_image_risk_version);
  }
}

/** Accepting or omitting the image notice later is a change too; accepting the same version again isn't. */
function switchedOn(row: MailboxRow, body: OutboundAttachmentsBody, now: number): MailboxColumns {
  const { attachment_disclaimer: disclaimer, image_risk: image } = CURRENT_VERSIONS;
  const wantsImages = body.accept_image_risk_version !== undefined;
  return {
    ...(!row.outbound_attachments_enabled && { outbound_attachments_enabled: true }),
    ...((!row.outbound_attachments_enabled || row.outbound_disclaimer_version !== disclaimer) && {
      outbound_disclaimer_version: disclaimer,
      outbound_disclaimer_at: now,
    }),
    ...(wantsImages &&
      row.outbound_image_risk_version !== image && {
        outbound_image_risk_version: image,
        outbound_image_risk_at: now,
      }),
    ...(!wantsImages &&
      row.outbound_image_risk_version !== null && {
        outbound_image_risk_version: null,
        outbound_image_risk_at: null,
      }),
  };
}

function switchedOff(row: MailboxRow): MailboxColumns {
  return row.outbound_attachments_enabled ? { outbound_attachments_enabled: false } : {};
}

function view(row: MailboxRow): OutboundView {
  return {
    mailbox_id: row.id,
    outbound_attachments_enabled: row.outbound_attachments_enabled,
    disclaimer_accepted_version: row.outbound_disclaimer_version,
    disclaimer_accepted_at: isoTimeOrNull(row.outbound_disclaimer_at),
    image_risk_accepted_version: row.outbound_image_risk_version,
    image_risk_accepted_at: isoTimeOrNull(row.outbound_image_risk_at),
  };
}
