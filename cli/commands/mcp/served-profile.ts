import type { ProgramContext } from '../../command.ts';
import { CommandError, hinting } from '../../errors.ts';
import { chooseMailbox } from '../../input/lookups/mailbox.ts';
import { assertStarts, type ServedModel } from '../../tasks/mcp/entry.ts';
import type { HostName } from '../../tasks/mcp/host-names.ts';

interface WantedProfile extends ServedModel {
  readonly client: HostName;
  readonly save: string | undefined;
}

/**
 * The profile that the client will start the server with: the one in use, or if that has an admin key, one
 * for an agent. `keyFor` is the mailbox whose key it still needs.
 */
export async function servedProfile(
  context: ProgramContext,
  input: WantedProfile,
): Promise<{ readonly profile: string; readonly keyFor?: string }> {
  try {
    await assertStarts(context, input);
    return { profile: context.profileName };
  } catch (error) {
    if (!(error instanceof CommandError) || error.failure.code !== 'ADMIN_KEY') throw error;
    const { stdin, stdout } = context.world;
    const isPerson = stdin.isTTY && stdout.isTTY && stdin.askLine !== undefined;
    const profile = input.save ?? (isPerson ? input.client : undefined);
    if (profile === undefined) {
      throw hinting(error, 'name a profile for a new agent key: --save-as PROFILE --mailbox MAILBOX');
    }
    if ((await context.credentials.get(profile)) !== undefined) return { profile };
    return { profile, keyFor: await chooseMailbox(context, input.mailbox) };
  }
}
