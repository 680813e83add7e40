import type { MailboxPolicyMode } from '../contract/mailbox-policies.ts';
import type { MailboxView } from '../contract/mailboxes.ts';

/** Policies that presets and modes set. */

/**
 * Containment of `guarded` is set beside the allowlist mode, so that agents stay restricted when the owner
 * changes the mode for people.
 */
export const PRESETS = {
  guarded: {
    hitl_mode: 'all_outbound',
    recipient_policy_mode: 'allowlist',
    agent_send_containment: true,
    allow_thread_replies: false,
    participant_authentication: 'authenticated',
    agent_quarantine_access: 'metadata',
    agent_release: 'never',
    agent_entries: 'strict',
    agent_forwarding: 'off',
  },
  open: { participant_authentication: 'authenticated', agent_release: 'never' },
} as const;

type Authoring = MailboxView['agent_authoring_mode'];

/** Fields that applying a mode writes; an absent field stays as it is. */
export interface PolicyTemplate {
  readonly agent_authoring_mode: Authoring;
  readonly agent_send_policy?: 'restricted';
  readonly hitl_mode?: MailboxView['hitl_mode'];
}

export const POLICY_TEMPLATES: Readonly<Record<MailboxPolicyMode, PolicyTemplate>> = {
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
