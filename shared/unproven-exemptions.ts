import type { MailboxView } from './contract/mailboxes.ts';

/**
 * Rules for agents that don't apply to participants. Where any sender becomes a participant, one message with
 * a forged From lifts them for that address.
 */
export const UNPROVEN_EXEMPTIONS = ['agent_containment', 'thread_replies', 'first_contact'] as const;
export type UnprovenExemption = (typeof UNPROVEN_EXEMPTIONS)[number];

type Policy = Pick<
  MailboxView,
  | 'participant_authentication'
  | 'agent_authoring_mode'
  | 'agent_send_containment'
  | 'recipient_policy_mode'
  | 'allow_thread_replies'
  | 'hitl_mode'
  | 'instruction_trust_mode'
  | 'instruction_trust_strict_recipient'
>;

/** Rules of a mailbox that forged mail can bypass. */
export function unprovenExemptions(policy: Policy): UnprovenExemption[] {
  if (policy.participant_authentication === 'authenticated') return [];
  if (policy.agent_authoring_mode !== 'send_and_draft') return [];
  // The strict recipient guard ends the exemptions in threads.
  const guarded = policy.instruction_trust_mode === 'enabled' && policy.instruction_trust_strict_recipient;
  const listed = policy.recipient_policy_mode === 'allowlist';
  const found: UnprovenExemption[] = [];
  if (listed && policy.allow_thread_replies && !guarded) found.push('thread_replies');
  if (!listed && policy.agent_send_containment && !guarded) found.push('agent_containment');
  if (policy.hitl_mode === 'risky_only') found.push('first_contact');
  return found;
}

export const EXEMPTION_MESSAGES: Readonly<Record<UnprovenExemption, string>> = {
  agent_containment: 'With a forged From, agents may reply to that address despite their containment.',
  thread_replies: "With a forged From, agents may reply to that address although it isn't on the allowlist.",
  first_contact: 'A forged From counts as prior contact, so agents may write to that address without review.',
};
