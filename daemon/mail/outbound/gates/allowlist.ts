import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isAllowlisted } from '../../../rules/recipients/allowlist.ts';
import type { Gate } from './gate.ts';
import { answersParticipant } from './thread-exemption.ts';

/**
 * In allowlist mode a mailbox writes to its allowlist, and to participants of threads if its switch allows
 * that.
 */
export const allowlist: Gate = {
  name: 'allowlist',
  passed: 'The mailbox has no allowlist in force, or the recipient is on it.',
  trace: 'recipient_authority',
  perRecipient: true,
  remedies: {
    RECIPIENT_NOT_ON_ALLOWLIST: 'Add the recipient to the allowlist of the mailbox.',
  },
  repeated: true,
  logged: true,
  recheck: { reason: 'recipient_not_on_allowlist', staysHeld: true },
  async check(scene) {
    const { mailbox, to } = scene.submission;
    if (mailbox.recipient_policy_mode !== 'allowlist') return;
    if (await isAllowlisted(scene.db, mailbox.id, to)) return;
    if (mailbox.allow_thread_replies && (await answersParticipant(scene))) return;
    throw new ServiceError('RECIPIENT_NOT_ON_ALLOWLIST', { recipient: to });
  },
};
