import { z } from 'zod';
import { CommandError } from '../errors.ts';
import { type HomeFolder, readIfPresent, writePrivate } from './folder.ts';

/** What a profile remembers; its key lies in the keychain or in the credentials file. */
const profile = z.strictObject({
  /** Origin of a daemon elsewhere; absent for the one of this home. */
  url: z.string().optional(),
  account: z.string().optional(),
  /** Mailbox that commands use when none is named. */
  mailbox: z.string().optional(),
});
const profiles = z.record(z.string(), profile);

export type Profile = z.output<typeof profile>;
export type Profiles = z.output<typeof profiles>;

export const DEFAULT_PROFILE = 'default';

export async function readProfiles(home: HomeFolder): Promise<Profiles> {
  return readJson(home.profiles, profiles, {});
}

export async function writeProfiles(home: HomeFolder, changed: Profiles): Promise<void> {
  await writePrivate(home, home.profiles, `${JSON.stringify(changed, null, 2)}\n`);
}

/** Changes one profile, making it when it is new. */
export async function updateProfile(home: HomeFolder, name: string, changes: Profile): Promise<Profile> {
  const all = await readProfiles(home);
  const changed = { ...all[name], ...changes };
  await writeProfiles(home, { ...all, [name]: changed });
  return changed;
}

/** Reads a JSON file of the home; says which file is damaged instead of guessing. */
export async function readJson<T>(file: string, schema: z.ZodType<T>, absent: T): Promise<T> {
  const content = await readIfPresent(file);
  if (content === undefined) return absent;
  try {
    return schema.parse(JSON.parse(content));
  } catch (cause) {
    throw new CommandError(
      `${file} cannot be read as what it should be`,
      { exit: 'internal', code: 'DAMAGED_FILE', details: { file }, hint: `repair or remove ${file}` },
      { cause },
    );
  }
}
