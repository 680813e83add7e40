import type { MailboxPolicyMode } from '../../../shared/contract/mailbox-policies.ts';
import { POLICY_MODES } from '../../../shared/contract/values.ts';
import { POLICY_TEMPLATES } from '../../../shared/policies/presets.ts';
import type { MailboxRow } from '../../platform/store/schema.ts';
import { sendPolicyOf } from './send-policy.ts';

/** The first mode whose every field the mailbox has. */
export function policyModeOf(row: MailboxRow): MailboxPolicyMode | 'custom' {
  const { agent_send_policy } = sendPolicyOf(row);
  const fits = (mode: MailboxPolicyMode): boolean => {
    const template = POLICY_TEMPLATES[mode];
    return (
      template.agent_authoring_mode === row.agent_authoring_mode &&
      (template.agent_send_policy ?? agent_send_policy) === agent_send_policy &&
      (template.hitl_mode ?? row.hitl_mode) === row.hitl_mode
    );
  };
  return POLICY_MODES.find(fits) ?? 'custom';
}
