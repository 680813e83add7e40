import type { MAILBOX_PRESETS } from '../../../shared/contract/limits.ts';
import type { CommandContext } from '../../context.ts';
import { askUnlessNo } from '../../input/asking/confirm.ts';
import { assertExclusive } from '../../input/options/input.ts';

type Preset = (typeof MAILBOX_PRESETS)[number];

const QUESTION =
  'Guarded: you approve what agents send, only named recipients, no text of held mail for agents. Create it guarded?';

interface PresetInput {
  readonly guarded: boolean;
  readonly open: boolean;
  readonly participants?: string | undefined;
  readonly agentQuarantine?: string | undefined;
  readonly agentRelease?: string | undefined;
  readonly agentEntries?: string | undefined;
}

/**
 * The preset of a new mailbox: the named one, or the answer of a person. Without a terminal there is none, as
 * over HTTP, and `keys create` asks for the choice.
 */
export async function choosePreset(context: CommandContext, input: PresetInput): Promise<Preset | undefined> {
  const { guarded, open } = input;
  const switches = {
    '--participants': input.participants,
    '--agent-quarantine': input.agentQuarantine,
    '--agent-release': input.agentRelease,
    '--agent-entries': input.agentEntries,
  };
  assertExclusive({ '--guarded': guarded, '--open': open });
  for (const [name, value] of Object.entries(switches)) {
    assertExclusive({ '--guarded': guarded, [name]: value !== undefined });
  }
  if (guarded) return 'guarded';
  if (open) return 'open';
  // Named switches are a choice.
  if (context.json || Object.values(switches).some((value) => value !== undefined)) return undefined;
  const answer = await askUnlessNo(context, QUESTION);
  if (answer === undefined) return undefined;
  return answer ? 'guarded' : 'open';
}
