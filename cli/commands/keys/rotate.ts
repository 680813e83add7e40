import { command, result } from '../../command.ts';
import { storeKey } from '../../home/store-key.ts';
import { rotatedKey } from '../../views/keys.ts';

export const keysRotate = command({
  name: ['keys', 'rotate'],
  summary: 'Create a new admin key and revoke the calling one.',
  description:
    'The new key replaces the one in the profile. If the key came from AGENTMAIL_KEY, the new key is printed instead.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail keys rotate', about: 'rotate the key of this profile' }],
  endpoints: async () => {
    const { rotateApiKey } = await import('../../../shared/contract/keys.ts');
    return { rotateApiKey };
  },
  run: async (context, _input, { rotateApiKey }) => {
    const client = await context.client();
    const rotated = await client.call(rotateApiKey, {});
    if (context.world.env.AGENTMAIL_KEY) return result(rotated, rotatedKey);
    await storeKey(context, { profile: context.profileName, key: rotated.api_key });
    return result({ ...rotated, saved_as: context.profileName }, rotatedKey);
  },
});
