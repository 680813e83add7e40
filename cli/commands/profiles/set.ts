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
  summary: 'Make or change a profile: daemon, default mailbox, key.',
  flags: {
    url: text('--url <URL>', 'Address of a daemon elsewhere.'),
    mailbox: text('-m, --mailbox <MAILBOX>', 'Mailbox that commands use when none is named.'),
    key: flag('--key', 'Store an API key: typed without echo, or read from stdin.'),
  },
  arguments: { name: word('PROFILE', 'Name of the profile; "default" is used when none is named.') },
  examples: [
    { command: 'agentmail profiles set default --mailbox support', about: 'no more --mailbox' },
    { command: 'agentmail profiles set bot --key < key.txt', about: 'a key made by someone else' },
  ],
  endpoints: noEndpoints,
  run: async (context, { name, url, mailbox, key }) => {
    const { updateProfile } = await import('../../home/profiles.ts');
    if (url !== undefined && !URL.canParse(url)) throw new UsageError(`${url} is not an address.`);
    const changes = given({ url, mailbox });
    if (key) {
      const secret = (await readSecret(context, 'API key')).trim();
      if (secret === '') throw new UsageError('No key was given.', 'paste it, or pass it on stdin');
      if (!secret.startsWith('am_live_') || !isToken(secret))
        throw new UsageError('That is not an API key.', 'API keys start with am_live_');
      await storeKey(context, name, secret, changes);
    }
    const profile = await updateProfile(context.home, name, changes);
    return result(await profileRow(context, name, profile), profileView);
  },
});
