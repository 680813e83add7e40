import type { Context } from '../context.ts';
import type { Profile } from './profiles.ts';

/** Keeps a key with its profile; says so once when it has to go into a file. */
export async function storeKey(
  context: Context,
  profile: string,
  key: string,
  changes: Profile,
): Promise<void> {
  // Loaded when a key is stored: declarations of commands must not pull in the schemas.
  const [{ readIfPresent }, { updateProfile }] = await Promise.all([
    import('./folder.ts'),
    import('./profiles.ts'),
  ]);
  const hadFile = (await readIfPresent(context.home.credentials)) !== undefined;
  const place = await context.credentials.set(profile, key);
  await updateProfile(context.home, profile, changes);
  if (place === 'file' && !hadFile) {
    context.notice(
      `No keychain here: API keys are kept in ${context.home.credentials}, readable by you only.`,
    );
  }
}
