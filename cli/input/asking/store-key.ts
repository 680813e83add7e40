import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Profile } from '../../machine/home/profiles.ts';
import { flag } from '../options/kinds.ts';

export const replaceFlag = flag('--force', 'With --save-as: replace the key of the profile.');

/** Refuses to overwrite a profile's key, which may exist nowhere else. Call it before creating a key. */
export async function assertTakesKey(
  context: CommandContext,
  profile: string | undefined,
  force: boolean,
): Promise<void> {
  if (profile === undefined || force || (await context.credentials.get(profile)) === undefined) return;
  throw new UsageError(
    `Profile "${profile}" already has a key.`,
    'choose another name, or use --force to replace it',
  );
}

/** Stores a key with its profile; warns once when it goes to a file. */
export async function storeKey(
  context: CommandContext,
  { profile, key }: { readonly profile: string; readonly key: string },
  changes: Profile = {},
): Promise<void> {
  // Loaded on use: command declarations must not load the schemas.
  const [{ readIfPresent }, { updateProfile }] = await Promise.all([
    import('../../machine/home/folder.ts'),
    import('../../machine/home/profiles.ts'),
  ]);
  const hadFile = (await readIfPresent(context.home.credentials)) !== undefined;
  const place = await context.credentials.set(profile, key);
  await updateProfile(context.home, profile, changes);
  if (place === 'file' && !hadFile) {
    context.notice(
      `No keychain is available. API keys are stored in ${context.home.credentials}, readable only by you.`,
    );
  }
}
