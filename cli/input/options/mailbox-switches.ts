import {
  AGENT_ENTRIES,
  AGENT_RELEASE,
  LANGUAGE_MODE_OF,
  LANGUAGES,
  type Languages,
  PARTICIPANT_AUTHENTICATION,
  QUARANTINE_ACCESS,
} from '../../../shared/contract/limits.ts';
import type { InputOf } from './flag.ts';
import { choice } from './kinds.ts';

/** The part of the scanner policy that `--languages` names. */
export function languagePolicy(languages: Languages) {
  return { language_mode: LANGUAGE_MODE_OF[languages] };
}

/** Mailbox settings that can be set on creation and later. */
export const switchFlags = {
  participants: choice(
    '--participants <WHOSE>',
    'Which senders become participants that agents may reply to: any, or only authenticated ones.',
    PARTICIPANT_AUTHENTICATION,
  ),
  agentQuarantine: choice(
    '--agent-quarantine <ACCESS>',
    'How much of held messages agents can read: everything, or metadata without text.',
    QUARANTINE_ACCESS,
  ),
  agentRelease: choice(
    '--agent-release <RULE>',
    'Whether agents release what the scan held: as the contract lets them, or never.',
    AGENT_RELEASE,
  ),
  agentEntries: choice(
    '--agent-entries <RULE>',
    'What agents add to the suppression list: as the contract, or strict (a few addresses a day).',
    AGENT_ENTRIES,
  ),
  languages: choice(
    '--languages <WHICH>',
    "Languages that aren't held: all, or only english. off skips the check.",
    LANGUAGES,
  ),
} as const;

export type Switches = InputOf<typeof switchFlags, Record<never, never>>;

/** Fields of a new mailbox from its switches; undefined for those that weren't given. */
export const switchFields = (input: Switches) => ({
  participant_authentication: input.participants,
  agent_quarantine_access: input.agentQuarantine,
  agent_release: input.agentRelease,
  agent_entries: input.agentEntries,
  scanner_policy: input.languages && languagePolicy(input.languages),
});
