import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import {
  AGENT_VERBS,
  type getMailboxPolicy as contract,
  type MailboxPolicyMode,
} from '../../../shared/contract/mailbox-policies.ts';
import type { Principal } from '../../access/principal.ts';
import type { RulesContext } from '../context.ts';
import { policyModeOf } from '../policies/policy-mode.ts';
import { sendPolicyOf } from '../policies/send-policy.ts';
import { type MailboxRow, resolveMailbox } from './table.ts';

type PolicyView = ReplyOf<typeof contract>;
type PermittedVerb = PolicyView['binding']['permitted_verbs'][number];

const VERBS_OF: Readonly<Record<MailboxRow['agent_authoring_mode'], readonly PermittedVerb[]>> = {
  send_and_draft: AGENT_VERBS,
  draft_only: ['draft_create', 'draft_update'],
  read_only: [],
};

/** `GET /v1/mailboxes/:id/policy`. */
export async function getMailboxPolicy(
  context: Pick<RulesContext, 'store'>,
  principal: Principal,
  reference: string,
): Promise<PolicyView> {
  const row = await resolveMailbox(context.store.read, principal, { reference, unbound: 'masked_404' });
  const verbs = principal.origin === 'agent' ? VERBS_OF[row.agent_authoring_mode] : AGENT_VERBS;
  return {
    mailbox_id: row.id,
    policy_mode: policyModeOf(row),
    enforcement: { risky_only: 'enforce', send_window: 'enforce' },
    last_applied_policy_mode: row.last_applied_policy_mode satisfies MailboxPolicyMode | null,
    agent_authoring_mode: row.agent_authoring_mode,
    ...sendPolicyOf(row),
    hitl_mode: row.hitl_mode,
    approval_expiry: row.approval_expiry,
    send_window: row.send_window,
    allow_thread_replies: row.allow_thread_replies,
    recipient_policy_mode: row.recipient_policy_mode,
    participant_authentication: row.participant_authentication,
    agent_quarantine_access: row.agent_quarantine_access,
    agent_release: row.agent_release,
    agent_entries: row.agent_entries,
    automatic_replies: row.automatic_replies,
    agent_forwarding: row.agent_forwarding,
    auto_submitted_replies: row.auto_submitted_replies,
    latest_revision_id: row.latest_revision_id,
    binding: { scope: principal.role, permitted_verbs: [...verbs] },
  };
}
