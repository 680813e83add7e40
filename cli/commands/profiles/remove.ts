import { command, noEndpoints, result, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { removedProfile } from '../../views/profiles.ts';

export const profilesRemove = command({
  name: ['profiles', 'remove'],
  summary: 'Forget a profile, its key and its session.',
  flags: {},
  arguments: { name: word('PROFILE', 'Name of the profile.') },
  examples: [{ command: 'agentmail profiles remove bot', about: 'the key is not revoked by it' }],
  endpoints: noEndpoints,
  run: async (context, { name }) => {
    const { changeProfiles, readProfiles } = await import('../../home/profiles.ts');
    if ((await readProfiles(context.home))[name] === undefined)
      throw new UsageError(`There is no profile "${name}".`);
    const { sessionEntry } = await import('../../client/connection.ts');
    await context.credentials.delete(name);
    await context.credentials.delete(sessionEntry(name));
    await changeProfiles(context.home, ({ [name]: _removed, ...others }) => others);
    return result({ removed: name }, removedProfile);
  },
});
