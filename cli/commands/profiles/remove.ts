import { command, noEndpoints, result, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { removedProfile } from '../../views/profiles.ts';

export const profilesRemove = command({
  name: ['profiles', 'remove'],
  summary: 'Remove a profile with its stored key and session.',
  flags: {},
  arguments: { name: word('PROFILE', 'Profile name.') },
  examples: [{ command: 'agentmail profiles remove bot', about: "remove it; this doesn't revoke the key" }],
  endpoints: noEndpoints,
  run: async (context, { name }) => {
    const { changeProfiles, readProfiles } = await import('../../home/profiles.ts');
    if ((await readProfiles(context.home))[name] === undefined)
      throw new UsageError(`No profile named "${name}".`);
    const { sessionEntry } = await import('../../client/connection.ts');
    await context.credentials.delete(name);
    await context.credentials.delete(sessionEntry(name));
    await changeProfiles(context.home, ({ [name]: _removed, ...others }) => others);
    return result({ removed: name }, removedProfile);
  },
});
