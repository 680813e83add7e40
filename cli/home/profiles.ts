import { CommandError } from '../errors.ts';
import { type HomeFolder, readIfPresent, writePrivate } from './folder.ts';

/** What a profile remembers; its key lies in the keychain or in the credentials file. */
export interface Profile {
  /** Origin of a daemon elsewhere; absent for the one of this home. */
  readonly url?: string | undefined;
  readonly account?: string | undefined;
  /** Mailbox that commands use when none is named. */
  readonly mailbox?: string | undefined;
}
export type Profiles = Readonly<Record<string, Profile>>;

const FIELDS: readonly string[] = ['url', 'account', 'mailbox'] satisfies readonly (keyof Profile)[];

export const DEFAULT_PROFILE = 'default';

export async function readProfiles(home: HomeFolder): Promise<Profiles> {
  return readJson(home.profiles, isProfiles, {});
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
export async function readJson<T>(
  file: string,
  isRight: (value: unknown) => value is T,
  absent: T,
): Promise<T> {
  const content = await readIfPresent(file);
  if (content === undefined) return absent;
  try {
    const value: unknown = JSON.parse(content);
    if (isRight(value)) return value;
    throw new TypeError('it holds something else');
  } catch (cause) {
    throw new CommandError(
      `${file} cannot be read as what it should be`,
      { exit: 'internal', code: 'DAMAGED_FILE', details: { file }, hint: `repair or remove ${file}` },
      { cause },
    );
  }
}

/** Whether a value is an object of nothing but texts. */
export function isTexts(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((each) => typeof each === 'string');
}

function isProfiles(value: unknown): value is Profiles {
  return (
    isObject(value) &&
    Object.values(value).every(
      (each) => isTexts(each) && Object.keys(each).every((name) => FIELDS.includes(name)),
    )
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
