import type { MailboxRow } from '../../platform/store/schema.ts';

export interface SendPolicy {
  readonly agent_send_policy: 'restricted' | 'open';
  readonly restricted_by: 'mailbox_allowlist' | 'agent_containment' | null;
}

/** Whether agents are held to the allowlist, and by which rule. */
export function sendPolicyOf(
  row: Pick<MailboxRow, 'recipient_policy_mode' | 'agent_send_containment'>,
): SendPolicy {
  if (row.recipient_policy_mode === 'allowlist') {
    return { agent_send_policy: 'restricted', restricted_by: 'mailbox_allowlist' };
  }
  if (row.agent_send_containment) {
    return { agent_send_policy: 'restricted', restricted_by: 'agent_containment' };
  }
  return { agent_send_policy: 'open', restricted_by: null };
}
