import type { BodyOf } from '../../shared/contract/endpoint.ts';
import type { createMailbox } from '../../shared/contract/mailboxes.ts';
import { invalidField } from '../errors.ts';

type PresetRequest = Pick<
  BodyOf<typeof createMailbox>,
  'preset' | 'participant_authentication' | 'agent_quarantine_access'
>;

/**
 * `guarded`. Containment is set beside the allowlist mode, so that agents stay restricted when the owner
 * changes the mode for people.
 */
const GUARDED = {
  hitl_mode: 'all_outbound',
  recipient_policy_mode: 'allowlist',
  agent_send_containment: true,
  allow_thread_replies: false,
  participant_authentication: 'authenticated',
  agent_quarantine_access: 'metadata',
} as const;

/** Columns of a new mailbox from its preset, or from the named switches. */
export function presetColumns({
  preset,
  participant_authentication,
  agent_quarantine_access,
}: PresetRequest) {
  const switches = {
    ...(participant_authentication && { participant_authentication }),
    ...(agent_quarantine_access && { agent_quarantine_access }),
  };
  if (preset === undefined) return switches;
  const [named] = Object.keys(switches);
  if (named !== undefined) throw invalidField(named, 'must not be combined with preset');
  return GUARDED;
}
