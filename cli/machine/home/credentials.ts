import { NoCredentialError } from '../../errors.ts';
import type { Keychain } from '../world.ts';
import type { HomeFolder } from './folder.ts';
import { changeJson, isTexts, readJson } from './profiles.ts';

export type KeyPlace = 'keychain' | 'file';

/** Stores an API key per profile, in the keychain or else in a 0600 file. */
export interface KeyStore {
  get(profile: string): Promise<string | undefined>;
  set(profile: string, key: string): Promise<KeyPlace>;
  delete(profile: string): Promise<void>;
}

export function credentialsOf(home: HomeFolder, openKeychain: () => Promise<Keychain | undefined>): KeyStore {
  const entry = (profile: string) => `${profile} ${home.path}`;
  const file = { path: home.credentials, isRight: isTexts };
  const readFile = () => readJson(file);
  const changeFile = (change: (keys: Record<string, string>) => Record<string, string>) =>
    changeJson(home, file, change);

  async function removeFromFile(profile: string): Promise<void> {
    if ((await readFile())[profile] === undefined) return;
    await changeFile(({ [profile]: _removed, ...others }) => others);
  }

  /** A readable keychain may still refuse writes. */
  async function keepInKeychain(profile: string, key: string): Promise<boolean> {
    try {
      const keychain = await openKeychain();
      await keychain?.set(entry(profile), key);
      return keychain !== undefined;
    } catch {
      return false;
    }
  }

  return {
    async get(profile) {
      // The file first: a keychain can take longer than the whole command.
      const stored = (await readFile())[profile];
      if (stored !== undefined) return stored;
      return opened(profile, async () => (await openKeychain())?.get(entry(profile)));
    },
    async set(profile, key) {
      if (await keepInKeychain(profile, key)) {
        await removeFromFile(profile);
        return 'keychain';
      }
      await changeFile((keys) => ({ ...keys, [profile]: key }));
      return 'file';
    },
    async delete(profile) {
      await removeFromFile(profile);
      await opened(profile, async () => (await openKeychain())?.delete(entry(profile)));
    },
  };
}

/** A locked keychain is a credential error. */
async function opened<T>(profile: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NoCredentialError(
      `The keychain couldn't return the key of profile "${profile}": ${reason}`,
      'unlock the keychain, or set AGENTMAIL_KEY',
    );
  }
}
