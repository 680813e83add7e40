import { denied } from '../../../platform/errors/service-error.ts';
import type { Gate } from './gate.ts';

/** Agents send only where the mailbox lets them. */
export const authoring: Gate = {
  name: 'authoring',
  passed: 'The mailbox lets the caller send.',
  trace: 'authoring',
  remedies: {
    AGENT_SENDING_DISABLED: 'A signed-in person can set agent_authoring_mode to send_and_draft.',
  },
  async check({ submission }) {
    const { principal, mailbox } = submission;
    if (principal.origin !== 'agent' || mailbox.agent_authoring_mode === 'send_and_draft') return;
    throw denied('AGENT_SENDING_DISABLED', {
      reason_axis: 'mailbox_config',
      reason: mailbox.agent_authoring_mode,
      required_mailbox_mode: 'send_and_draft',
    });
  },
};
