import { command, noEndpoints, result } from '../../command.ts';
import { profileRow } from '../../profile-row.ts';
import { profileList } from '../../views/profiles.ts';

export const profilesList = command({
  name: ['profiles', 'list'],
  summary: 'List the profiles of this home folder.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail profiles list', about: 'show the key and mailbox of each profile' }],
  endpoints: noEndpoints,
  run: async (context) => {
    const { readProfiles } = await import('../../home/profiles.ts');
    const all = await readProfiles(context.home);
    const profiles = await Promise.all(
      Object.entries(all).map(([name, profile]) => profileRow(context, name, profile)),
    );
    return result({ profiles }, profileList);
  },
});
