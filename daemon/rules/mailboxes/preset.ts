import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { createMailbox } from '../../../shared/contract/mailboxes.ts';
import { invalidField } from '../../platform/errors/service-error.ts';

/** Settings that a request names instead of a preset, or beside `open`. */
const SWITCHES = [
  'participant_authentication',
  'agent_quarantine_access',
  'agent_release',
  'agent_entries',
] as const;

type PresetRequest = Pick<BodyOf<typeof createMailbox>, 'preset' | (typeof SWITCHES)[number]>;

/**
 * Containment of `guarded` is set beside the allowlist mode, so that agents stay restricted when the owner
 * changes the mode for people.
 */
const PRESETS = {
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

/** Columns of a new mailbox from its preset and the named switches. */
export function presetColumns({ preset, ...request }: PresetRequest) {
  const named = SWITCHES.filter((name) => request[name] !== undefined);
  const [first] = named;
  if (preset === 'guarded' && first !== undefined) {
    throw invalidField(first, 'must not be combined with the preset guarded');
  }
  return {
    ...(preset && PRESETS[preset]),
    ...(Object.fromEntries(named.map((name) => [name, request[name]])) as Omit<PresetRequest, 'preset'>),
  };
}
