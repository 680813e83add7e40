import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { CallerAccount } from '../../../access/principal.ts';
import { invalidField } from '../../../platform/errors/service-error.ts';
import type { MailboxRow } from '../../../rules/mailboxes/table.ts';
import { assertMaySendFiles, assertMaySendImages } from '../../attachments/staging/entitlement.ts';
import type { ForwardedFile } from './forwarded.ts';

/** Refuses files that a mailbox may not send, before they are copied. Their copies are asked again. */
export function assertMayForwardFiles(
  account: Pick<CallerAccount, 'tier'>,
  mailbox: MailboxRow,
  files: readonly ForwardedFile[],
): void {
  if (files.length === 0) return;
  assertMaySendFiles(account, mailbox);
  const { count, bytes } = LIMITS.outboundAttachments;
  if (files.length > count) {
    throw invalidField('files', `must be false: a message can have at most ${count} files`, 422);
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > bytes) {
    const isSource = files.some((file) => file.isSource);
    const [field, value] = isSource ? (['as', 'inline'] as const) : (['files', 'false'] as const);
    throw invalidField(field, `must be ${value}: files can have at most ${bytes} bytes in total`, 422);
  }
  if (files.some(({ contentType }) => contentType.startsWith('image/'))) assertMaySendImages(mailbox);
}
