import type { Principal } from '../../access/principal.ts';
import { denied, ServiceError } from '../../platform/errors/service-error.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';

/** Whether the caller may write drafts in this mailbox, and may schedule them. */
export function assertMayWrite(principal: Principal, mailbox: MailboxRow, schedules: boolean): void {
  if (principal.account.status === 'suspended') throw new ServiceError('ACCOUNT_SUSPENDED');
  const mode = mailbox.agent_authoring_mode;
  if (principal.origin !== 'agent' || mode === 'send_and_draft') return;
  if (mode === 'read_only') {
    throw denied('AGENT_DRAFTING_DISABLED', {
      reason_axis: 'mailbox_config',
      reason: mode,
      required_mailbox_mode: 'draft_only',
    });
  }
  if (!schedules) return;
  throw denied('AGENT_SENDING_DISABLED', {
    reason_axis: 'mailbox_config',
    reason: mode,
    required_mailbox_mode: 'send_and_draft',
  });
}

/** Drafts of a deleted mailbox can still be read and deleted. */
export function assertLive(mailbox: MailboxRow | undefined): MailboxRow {
  if (mailbox && mailbox.status !== 'deleted') return mailbox;
  throw new ServiceError('CONFLICT', { reason: 'mailbox_deleted' });
}
