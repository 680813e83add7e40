import { isToken } from '../../client/header-text.ts';
import { command, flag, noEndpoints, result, text, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { storeKey } from '../../home/store-key.ts';
import { profileRow } from '../../profile-row.ts';
import { profileView } from '../../views/profiles.ts';

export const profilesSet = command({
  name: ['profiles', 'set'],
  summary: 'Make or change a profile: daemon, default mailbox, key.',
  flags: {
    url: text('--url <URL>', 'Address of a daemon elsewhere.'),
    mailbox: text('-m, --mailbox <MAILBOX>', 'Mailbox that commands use when none is named.'),
    key: flag('--key', 'Read an API key from stdin and keep it.'),
  },
  arguments: { name: word('PROFILE', 'Name of the profile; "default" is used when none is named.') },
  examples: [
    { command: 'agentmail profiles set default --mailbox support', about: 'no more --mailbox' },
    { command: 'agentmail profiles set bot --key < key.txt', about: 'a key that somebody else made' },
  ],
  endpoints: noEndpoints,
  run: async (context, { name, url, mailbox, key }) => {
    const { updateProfile } = await import('../../home/profiles.ts');
    if (url !== undefined && !URL.canParse(url)) throw new UsageError(`${url} is not an address.`);
    const changes = given({ url, mailbox });
    if (key) {
      if (context.world.stdin.isTTY) context.say('Paste the key, then press Enter and Ctrl-D.');
      const secret = (await context.world.stdin.readAll()).trim();
      if (secret === '') throw new UsageError('There is no key on stdin.');
      if (!isToken(secret)) throw new UsageError('What is on stdin is no key.', 'a key begins with am_live_');
      await storeKey(context, name, secret, changes);
    }
    const profile = await updateProfile(context.home, name, changes);
    return result(await profileRow(context, name, profile), profileView);
  },
});
