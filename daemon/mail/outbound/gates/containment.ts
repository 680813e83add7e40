import { denied } from '../../../platform/errors/service-error.ts';
import { isAllowlisted } from '../../../rules/recipients/allowlist.ts';
import type { Gate } from './gate.ts';
import { answersParticipant } from './thread-exemption.ts';

/** Under containment agents write only to the allowlist and to participants. */
export const containment: Gate = {
  name: 'containment',
  passed: 'Containment is off for this mailbox, or it allows this recipient.',
  trace: 'recipient_authority',
  perRecipient: true,
  remedies: {
    RECIPIENT_AGENT_CONTAINED: 'Add the recipient to the allowlist, or set agent_send_policy to open.',
  },
  repeated: true,
  logged: true,
  async check(scene) {
    const { mailbox, principal, to } = scene.submission;
    if (!mailbox.agent_send_containment || principal.origin !== 'agent') return;
    if (await isAllowlisted(scene.db, mailbox.id, to)) return;
    if (await answersParticipant(scene)) return;
    throw denied('RECIPIENT_AGENT_CONTAINED', {
      reason_axis: 'recipient_containment',
      recipient: to,
      restricted_by: 'agent_containment',
    });
  },
};
