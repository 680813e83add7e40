import { PARTICIPANT_AUTHENTICATION, QUARANTINE_ACCESS } from '../shared/contract/limits.ts';
import { choice } from './command.ts';

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
} as const;
