import { isToken } from '../../client/header-text.ts';
import { command, flag, noEndpoints, result, text, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { storeKey } from '../../home/store-key.ts';
import { profileRow } from '../../profile-row.ts';
import { readSecret } from '../../secrets.ts';
import { profileView } from '../../views/profiles.ts';

export const profilesSet = command({
  name: ['profiles', 'set'],
  summary: 'Create or change a profile: daemon, default mailbox, key.',
  flags: {
    url: text('--url <URL>', 'Address of a remote daemon.'),
    mailbox: text('-m, --mailbox <MAILBOX>', 'Default mailbox.'),
    key: flag('--key', 'Store an API key, typed without echo or read from stdin.'),
  },
  arguments: { name: word('PROFILE', 'Profile name; "default" is used when you name none.') },
  examples: [
    {
      command: 'agentmail profiles set default --mailbox support',
      about: 'work in one mailbox without --mailbox',
    },
    { command: 'agentmail profiles set bot --key < key.txt', about: 'store a key that you were given' },
  ],
  endpoints: noEndpoints,
  run: async (context, { name, url, mailbox, key }) => {
    const { updateProfile } = await import('../../home/profiles.ts');
    if (url !== undefined && !URL.canParse(url)) throw new UsageError(`"${url}" is not a URL.`);
    const changes = given({ url, mailbox });
    if (key) {
      const secret = (await readSecret(context, 'API key')).trim();
      if (secret === '') throw new UsageError('No key given.', 'paste it, or pass it on stdin');
      if (!secret.startsWith('am_live_') || !isToken(secret))
        throw new UsageError('That is not an API key.', 'API keys start with am_live_');
      await storeKey(context, { profile: name, key: secret }, changes);
    }
    const profile = await updateProfile(context.home, name, changes);
    return result(await profileRow(context, name, profile), profileView);
  },
});
