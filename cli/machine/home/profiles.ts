import { CommandError } from '../../errors.ts';
import { type HomeFolder, makeHomeFolder, readIfPresent, writePrivate } from './folder.ts';

/** Fields of a profile; its key is in the keychain or the credentials file. */
export interface Profile {
  /** Origin of a remote daemon; absent for this home's. */
  readonly url?: string | undefined;
  readonly account?: string | undefined;
  /** Mailbox that commands use when none is named. */
  readonly mailbox?: string | undefined;
}
export type Profiles = Readonly<Record<string, Profile>>;

const FIELDS: readonly string[] = ['url', 'account', 'mailbox'] satisfies readonly (keyof Profile)[];

export const DEFAULT_PROFILE = 'default';

export async function readProfiles(home: HomeFolder): Promise<Profiles> {
  return readJson(profilesFile(home));
}

/** Replaces the profiles with the result of `change`. */
export function changeProfiles(
  home: HomeFolder,
  change: (all: Profiles) => Profiles | Promise<Profiles>,
): Promise<void> {
  return changeJson(home, profilesFile(home), change);
}

/** Changes or creates a profile. */
export async function updateProfile(home: HomeFolder, name: string, changes: Profile): Promise<Profile> {
  let changed: Profile = {};
  await changeProfiles(home, (all) => {
    changed = { ...all[name], ...changes };
    return { ...all, [name]: changed };
  });
  return changed;
}

/** A JSON file of the home, and the check of its content. */
export interface JsonFile<T> {
  readonly path: string;
  readonly isRight: (value: unknown) => value is T;
}

function profilesFile({ profiles }: HomeFolder): JsonFile<Profiles> {
  return { path: profiles, isRight: isProfiles };
}

/** Replaces a JSON file with the result of `change`, under its lock. */
export async function changeJson<T extends object>(
  home: HomeFolder,
  file: JsonFile<T>,
  change: (content: T) => T | Promise<T>,
): Promise<void> {
  const { withLock } = await import('./lock.ts');
  await makeHomeFolder(home);
  await withLock(file.path, async () => {
    const content = await readJson(file);
    await writePrivate(home, file.path, `${JSON.stringify(await change(content), null, 2)}\n`);
  });
}

/** Reads a JSON file, empty when absent; an error names a damaged file. */
export async function readJson<T extends object>({ path: file, isRight }: JsonFile<T>): Promise<T> {
  const content = await readIfPresent(file);
  try {
    const value: unknown = JSON.parse(content ?? '{}');
    // A name like `toString` must only exist if it was stored.
    if (isRight(value)) return Object.assign(Object.create(null), value);
    throw new TypeError('unexpected content');
  } catch (cause) {
    throw new CommandError(
      `${file} is damaged`,
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
