import type { Principal } from '../../access/principal.ts';
import type { Denial } from '../../platform/errors/service-error.ts';
import { requiredTier, tierHas } from '../../rules/mailboxes/attachments/exposure.ts';
import type { MailContext } from '../context.ts';

/** Why a caller gets no previews of a mailbox; null when it gets them. People may always read them. */
export async function previewObstacle(
  { store }: Pick<MailContext, 'store'>,
  { method, account }: Principal,
  message: { readonly mailbox_id: string },
): Promise<Denial | null> {
  if (method === 'session') return null;
  if (!tierHas('derived_content', account.tier)) {
    const required_tier = requiredTier('derived_content');
    return { reason_axis: 'tier', reason: 'paid_plan_needed', required_tier };
  }
  const mailbox = await store.read
    .selectFrom('mailboxes')
    .select('attachment_exposure_mode')
    .where('id', '=', message.mailbox_id)
    .executeTakeFirst();
  if (mailbox && mailbox.attachment_exposure_mode !== 'metadata_only') return null;
  return {
    reason_axis: 'mailbox_config',
    reason: 'metadata_only',
    required_mailbox_mode: 'derived_content',
  };
}
