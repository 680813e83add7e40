import { CURRENT_VERSIONS } from '../../../../shared/contract/mailbox-policies.ts';
import type { CallerAccount } from '../../../access/principal.ts';
import { denied, ServiceError } from '../../../platform/errors/service-error.ts';
import type { MailboxRow } from '../../../rules/mailboxes/table.ts';

/** Refuses unless the plan has outbound attachments and a person enabled them for the mailbox. */
export function assertMaySendFiles(account: Pick<CallerAccount, 'tier'>, mailbox: MailboxRow): void {
  if (account.tier !== 'pro') {
    throw denied('OUTBOUND_ATTACHMENTS_INELIGIBLE', { reason_axis: 'tier', required_tier: 'pro' });
  }
  if (!mailbox.outbound_attachments_enabled) {
    throw new ServiceError('OUTBOUND_ATTACHMENTS_DISABLED', {
      agent_instructions: ["Ask the account's owner to turn on outbound attachments for this mailbox."],
    });
  }
}

/** Refuses unless a person accepted the notice about images. */
export function assertMaySendImages(mailbox: MailboxRow): void {
  if (mailbox.outbound_image_risk_version === CURRENT_VERSIONS.image_risk) return;
  throw new ServiceError('OUTBOUND_IMAGE_DISCLAIMER_REQUIRED', {
    current_version: CURRENT_VERSIONS.image_risk,
  });
}
