import {
  LANGUAGE_MODE_OF,
  LANGUAGES,
  type Languages,
  PARTICIPANT_AUTHENTICATION,
  QUARANTINE_ACCESS,
} from '../shared/contract/limits.ts';
import { choice } from './command.ts';

/** The part of the scanner policy that `--languages` names. */
export function languagePolicy(languages: Languages) {
  return { language_mode: LANGUAGE_MODE_OF[languages] };
}

/** Switches of a mailbox that can be set when it is made and later. */
export const switchFlags = {
  participants: choice(
    '--participants <WHOSE>',
    'Whose mail lets agents answer past the rules: any sender, or authenticated ones.',
    PARTICIPANT_AUTHENTICATION,
  ),
  agentQuarantine: choice(
    '--agent-quarantine <ACCESS>',
    'What agents read of mail that is held back: full, or metadata without text.',
    QUARANTINE_ACCESS,
  ),
  languages: choice(
    '--languages <WHICH>',
    'Languages of mail that is not held: all, or english. off skips the check.',
    LANGUAGES,
  ),
} as const;
