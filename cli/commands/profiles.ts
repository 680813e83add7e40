import { isToken } from '../client/header-text.ts';
import { type Command, command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { readSecret } from '../input/asking/secrets.ts';
import { storeKey } from '../input/asking/store-key.ts';
import { definedFields } from '../input/options/input.ts';
import { flag, text, word } from '../input/options/kinds.ts';
import { profileRow } from '../machine/home/profile-row.ts';
import { profileList, profileView, removedProfile } from '../output/views/profiles.ts';

export const profiles: readonly Command[] = [
  command({
    name: ['profiles', 'list'],
    summary: 'List the profiles of this home folder.',
    examples: [{ command: 'agentmail profiles list', about: 'show the key and mailbox of each profile' }],
    run: async (context) => {
      const { readProfiles } = await import('../machine/home/profiles.ts');
      const all = await readProfiles(context.home);
      const profiles = await Promise.all(
        Object.entries(all).map(([name, profile]) => profileRow(context, name, profile)),
      );
      return result({ profiles }, profileList);
    },
  }),
  command({
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
    run: async (context, { name, url, mailbox, key }) => {
      const { updateProfile } = await import('../machine/home/profiles.ts');
      if (url !== undefined && !URL.canParse(url)) throw new UsageError(`"${url}" is not a URL.`);
      const changes = definedFields({ url, mailbox });
      if (key) {
        const secret = (await readSecret(context.world, 'API key')).trim();
        if (secret === '') throw new UsageError('No key given.', 'paste it, or pass it on stdin');
        if (!secret.startsWith('am_live_') || !isToken(secret))
          throw new UsageError('That is not an API key.', 'API keys start with am_live_');
        await storeKey(context, { profile: name, key: secret }, changes);
      }
      const profile = await updateProfile(context.home, name, changes);
      return result(await profileRow(context, name, profile), profileView);
    },
  }),
  command({
    name: ['profiles', 'remove'],
    summary: 'Remove a profile with its stored key and session.',
    arguments: { name: word('PROFILE', 'Profile name.') },
    examples: [{ command: 'agentmail profiles remove bot', about: "remove it; this doesn't revoke the key" }],
    run: async (context, { name }) => {
      const { changeProfiles, readProfiles } = await import('../machine/home/profiles.ts');
      if ((await readProfiles(context.home))[name] === undefined)
        throw new UsageError(`No profile named "${name}".`);
      const { sessionEntry } = await import('../client/connection.ts');
      await context.credentials.delete(name);
      await context.credentials.delete(sessionEntry(name));
      await changeProfiles(context.home, ({ [name]: _removed, ...others }) => others);
      return result({ removed: name }, removedProfile);
    },
  }),
];
