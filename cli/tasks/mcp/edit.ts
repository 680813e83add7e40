import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../../errors.ts';
import { readText } from '../../machine/home/read-file.ts';
import { writeTrouble } from '../../machine/home/write-trouble.ts';
import { type ConfigFormat, ENTRY_NAME, type HostEntry } from './formats/format.ts';
import type { Host } from './hosts.ts';

const PRIVATE_FILE = 0o600;
/** Claude Code keeps the history of projects in the same file. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A configuration file and what is to become of it. */
export interface Edit {
  readonly file: string;
  /** Undefined without a file. */
  readonly before: string | undefined;
  /** Empty if the file has nothing else. */
  readonly after: string;
}

/** The file with the entry. What else is in the entry stays, as variables that a person added. */
export async function putEdit(host: Host, file: string, entry: HostEntry): Promise<Edit> {
  const { format, before, data } = await configOf(host, file);
  const own = entryIn(data, host.section);
  if (own !== undefined) assertOwn(file, own);
  const merged = structuredClone({ ...own, ...entry });
  if (own && isDeepStrictEqual(structuredClone(own), merged)) return { file, before, after: before ?? '' };
  const section = { ...sectionOf(data, host.section), [ENTRY_NAME]: merged };
  const edit = () => format.put(before ?? '', host.section, merged);
  return {
    file,
    before,
    after: checked(file, { format, edit, wanted: { ...data, [host.section]: section } }),
  };
}

/** The file without the entry; unchanged if it has none. */
export async function removeEdit(host: Host, file: string): Promise<Edit> {
  const { format, before, data } = await configOf(host, file);
  const own = entryIn(data, host.section);
  if (own === undefined) return { file, before, after: before ?? '' };
  assertOwn(file, own);
  const { [ENTRY_NAME]: _entry, ...others } = sectionOf(data, host.section);
  const { [host.section]: _section, ...rest } = data;
  const wanted = Object.keys(others).length > 0 ? { ...rest, [host.section]: others } : rest;
  const edit = () => format.remove(before ?? '', host.section);
  return { file, before, after: checked(file, { format, edit, wanted }) };
}

/** The entry in a file; undefined without one. */
export async function installedEntry(host: Host, file: string): Promise<HostEntry | undefined> {
  return entryIn((await configOf(host, file)).data, host.section);
}

/** Replaces the file, if it is still as it was read. Returns the copy that it made of it before. */
export async function applyEdit(edit: Edit, now: number): Promise<string | undefined> {
  // A person may keep the file elsewhere and link to it.
  const file = await realpath(edit.file).catch(() => edit.file);
  const unfinished = `${file}.${now}.new`;
  try {
    if ((await textOf(file)) !== edit.before) {
      throw refusal(edit.file, 'it changed in the meantime', 'run the command again');
    }
    const backup = edit.before === undefined ? undefined : `${file}.${stamp(now)}.bak`;
    if (backup !== undefined) await copyFile(file, backup, constants.COPYFILE_EXCL);
    if (edit.after === '') {
      await rm(file);
      return backup;
    }
    await mkdir(dirname(file), { recursive: true });
    const mode = backup === undefined ? PRIVATE_FILE : (await stat(file)).mode;
    await writeFile(unfinished, edit.after, { mode: PRIVATE_FILE, flag: 'wx' });
    await chmod(unfinished, mode);
    await rename(unfinished, file);
    return backup;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof Error && 'code' in error ? writeTrouble(file, error) : error;
  }
}

/** A time as part of a file name, as 2026-01-31T12-00-00-000Z. */
const stamp = (now: number) => new Date(now).toISOString().replaceAll(/[:.]/g, '-');

/** The lines that an edit takes out and puts in, for people. */
export function changedLines({ before = '', after }: Edit): string[] {
  const [old, now] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+ ${line}`),
  ].filter((line) => line.length > 2);
}

async function configOf({ format: load, section }: Host, file: string) {
  const [format, before] = await Promise.all([load(), textOf(file)]);
  const data = parsed(file, format, before ?? '');
  if (!isRecord(data[section] ?? {})) throw refusal(file, `"${section}" in it isn't a table`);
  return { format, before, data };
}

async function textOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw writeTrouble(file, error);
  });
  if (!found) return undefined;
  if (found.size > MOST_BYTES) throw refusal(file, 'it has more than 64 MB');
  return readText(file);
}

function parsed(file: string, format: ConfigFormat, text: string): Readonly<Record<string, unknown>> {
  let data: unknown;
  try {
    data = format.read(text);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw refusal(
      file,
      `it can't be parsed: ${reason}`,
      'repair the file, or add the entry of --print to it',
    );
  }
  if (!isRecord(data)) throw refusal(file, "it isn't a table");
  return data;
}

/** The edited text, if it says just what it should: an entry in an unusual form isn't worth a broken file. */
function checked(
  file: string,
  { format, edit, wanted }: { format: ConfigFormat; edit: () => string; wanted: object },
): string {
  let after: string | undefined;
  try {
    const text = edit();
    if (isDeepStrictEqual(structuredClone(format.read(text)), structuredClone(wanted))) after = text;
  } catch {
    // As below.
  }
  if (after === undefined) {
    throw refusal(
      file,
      'its servers are written in an unusual form',
      'change it by hand: --print shows the entry',
    );
  }
  return after;
}

function assertOwn(file: string, entry: HostEntry): void {
  const words = [entry.command, entry.args].flat();
  if (words.includes('mcp') && words.includes('--profile')) return;
  throw refusal(file, 'its entry "agentmail" is not one that install wrote', 'remove that entry yourself');
}

function entryIn(data: Readonly<Record<string, unknown>>, section: string): HostEntry | undefined {
  const { [ENTRY_NAME]: entry } = sectionOf(data, section);
  return entry === undefined || isRecord(entry) ? entry : {};
}

function sectionOf(data: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const section = data[name];
  return isRecord(section) ? section : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(file: string, reason: string, hint?: string): CommandError {
  return new CommandError(`${file} was not changed: ${reason}.`, {
    exit: 'refused',
    code: 'CLIENT_NOT_CHANGED',
    details: { file },
    hint,
  });
}
