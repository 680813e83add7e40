import type { Client } from './client/client.ts';
import type { ProgramContext } from './command.ts';
import { UsageError } from './errors.ts';
import { secretsOf } from './input/asking/secrets.ts';
import { credentialsOf } from './machine/home/credentials.ts';
import { homeFolder } from './machine/home/folder.ts';
import { DEFAULT_PROFILE, readProfiles } from './machine/home/profiles.ts';
import type { World } from './machine/world.ts';
import type { Output } from './output/output.ts';
import type { CommonFlags } from './program.ts';

/** Creates the context of a command; everything is loaded on use. */
export async function createContext(
  world: World,
  output: Output,
  { run, tree, ...common }: CommonFlags & Pick<ProgramContext, 'run' | 'tree'>,
): Promise<ProgramContext> {
  const home = homeFolder(common.home ?? world.env.AGENTMAIL_HOME, world.machine.userHome);
  const profiles = await readProfiles(home);
  const profileName = common.profile ?? DEFAULT_PROFILE;
  const profile = profiles[profileName] ?? {};
  if (
    common.profile !== undefined &&
    profiles[profileName] === undefined &&
    profileName !== DEFAULT_PROFILE
  ) {
    const known = Object.keys(profiles).join(', ') || 'none';
    throw new UsageError(
      `No profile named "${profileName}". Profiles: ${known}.`,
      'agentmail profiles set NAME',
    );
  }
  const credentials = credentialsOf(home, world.keychain);
  let client: Promise<Client> | undefined;
  return {
    world,
    home,
    profileName,
    profile,
    credentials,
    secrets: secretsOf(world),
    json: output.json,
    jsonAsked: common.json === true,
    client: (options) => {
      if (!client || options?.fresh) client = connectLazily();
      return client;
    },
    emit: output.emit,
    raw: output.raw,
    say: output.say,
    notice: output.notice,
    progress: output.progress,
    run,
    tree,
  };

  async function connectLazily(): Promise<Client> {
    const { connect } = await import('./client/connection.ts');
    return connect({ world, home, profileName, profile, credentials });
  }
}
