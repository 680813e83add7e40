import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { createMailbox } from '../../../shared/contract/mailboxes.ts';
import { PRESETS } from '../../../shared/policies/presets.ts';
import { invalidField } from '../../platform/errors/service-error.ts';

/** Settings that a request names instead of a preset, or beside `open`. */
const SWITCHES = [
  'participant_authentication',
  'agent_quarantine_access',
  'agent_release',
  'agent_entries',
] as const;

type PresetRequest = Pick<BodyOf<typeof createMailbox>, 'preset' | (typeof SWITCHES)[number]>;

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
