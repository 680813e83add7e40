import type { MailboxPolicyMode } from '../../../shared/contract/mailbox-policies.ts';
import { POLICY_MODES } from '../../../shared/contract/values.ts';
import type { MailboxRow } from '../../platform/store/schema.ts';
import { sendPolicyOf } from './send-policy.ts';

/** New mailboxes have this mode's values when no mode is set. */
export const UNSET_POLICY_MODE: MailboxPolicyMode = 'trusted';

type Authoring = MailboxRow['agent_authoring_mode'];

/** Fields that applying a mode writes; an absent field stays as it is. */
export interface PolicyTemplate {
  readonly agent_authoring_mode: Authoring;
  readonly agent_send_policy?: 'restricted';
  readonly hitl_mode?: MailboxRow['hitl_mode'];
}

const POLICY_TEMPLATES: Readonly<Record<MailboxPolicyMode, PolicyTemplate>> = {
  read_only: { agent_authoring_mode: 'read_only' },
  draft_only: { agent_authoring_mode: 'draft_only', agent_send_policy: 'restricted' },
  supervised: {
    agent_authoring_mode: 'send_and_draft',
    agent_send_policy: 'restricted',
    hitl_mode: 'risky_only',
  },
  trusted: { agent_authoring_mode: 'send_and_draft', agent_send_policy: 'restricted', hitl_mode: 'disabled' },
};

/** The columns that a template sets. */
export function templateColumns(mode: MailboxPolicyMode) {
  const { agent_authoring_mode, agent_send_policy, hitl_mode } = POLICY_TEMPLATES[mode];
  return {
    agent_authoring_mode,
    ...(agent_send_policy && { agent_send_containment: true }),
    ...(hitl_mode && { hitl_mode }),
    last_applied_policy_mode: mode,
  };
}

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
