import type { Selectable } from 'kysely';
import { CURRENT_VERSIONS } from '../../../shared/contract/mailbox-policies.ts';
import type { MessageState } from '../../../shared/contract/messages.ts';
import { denied, ServiceError } from '../../platform/errors/service-error.ts';
import type { FileFamily, MessagesTable } from '../../platform/store/schema.ts';
import type { MailContext } from '../context.ts';
import type { AttachmentRow } from './find.ts';

const RAW = 'raw_download_selected_types';
const CODE = 'ATTACHMENT_ACCESS_INELIGIBLE';

const IMAGES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/tiff',
  'image/heic',
  'image/heif',
  'image/avif',
  'image/x-icon',
]);
const TEXTS = new Set(['text/plain', 'text/calendar', 'text/vcard', 'text/markdown']);

/** The family of a sniffed type; null for types without one, such as SVG, which can have scripts. */
function familyOf(type: string): FileFamily | null {
  if (type === 'application/pdf') return 'pdf';
  if (type === 'text/csv') return 'csv';
  if (TEXTS.has(type)) return 'text';
  return IMAGES.has(type) ? 'image' : null;
}

/** States of messages that aren't held. */
const OPEN_STATES: readonly MessageState[] = ['available', 'delivered', 'bounced'];
/** Files of mail that goes out are the account's own: a person looks at them before they decide. */
const OPEN_OUTBOUND: readonly MessageState[] = [...OPEN_STATES, 'pending_review', 'quarantined'];

/** Refuses the bytes of an attachment that may not be downloaded. Checked again at every download. */
export async function assertDownloadable(
  { store }: Pick<MailContext, 'store'>,
  message: Pick<Selectable<MessagesTable>, 'id' | 'mailbox_id' | 'state' | 'direction'>,
  attachment: AttachmentRow,
): Promise<void> {
  const mailbox = await store.read
    .selectFrom('mailboxes')
    .innerJoin('accounts', 'accounts.id', 'mailboxes.account_id')
    .select([
      'mailboxes.attachment_exposure_mode',
      'mailboxes.attachment_allowed_file_families',
      'mailboxes.image_risk_version',
      'accounts.tier',
      'accounts.status',
    ])
    .where('mailboxes.id', '=', message.mailbox_id)
    .executeTakeFirstOrThrow();
  if (mailbox.tier !== 'pro')
    throw denied(CODE, { reason_axis: 'tier', reason: 'plan', required_tier: 'pro' });
  // A suspended account still reads.
  if (mailbox.status !== 'active' && mailbox.status !== 'suspended') throw ineligible('account_not_active');
  if (mailbox.attachment_exposure_mode !== RAW) {
    throw denied(CODE, { reason_axis: 'mailbox_config', reason: 'mode', required_mailbox_mode: RAW });
  }
  const family = familyOf(attachment.content_type);
  if (family === null || !mailbox.attachment_allowed_file_families.includes(family)) {
    throw ineligible('file_family', { family });
  }
  if (family === 'image' && mailbox.image_risk_version !== CURRENT_VERSIONS.image_risk) {
    throw ineligible('image_risk_not_accepted');
  }
  assertHarmless(message, attachment);
}

function assertHarmless(
  { state, direction }: Pick<Selectable<MessagesTable>, 'state' | 'direction'>,
  { av_verdict, policy_action }: AttachmentRow,
): void {
  if (av_verdict === 'infected' || av_verdict === 'error' || policy_action === 'block') {
    throw ineligible('malware', { av_verdict });
  }
  const open = direction === 'outbound' ? OPEN_OUTBOUND : OPEN_STATES;
  if (!open.includes(state)) throw ineligible('message_held', { state });
}

function ineligible(reason: string, facts: Readonly<Record<string, unknown>> = {}): ServiceError {
  return new ServiceError(CODE, { reason, ...facts });
}
