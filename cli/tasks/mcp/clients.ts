import { existsSync } from 'node:fs';
import type { CommandContext } from '../../context.ts';
import { CommandError, UsageError } from '../../errors.ts';
import { safeLine } from '../../output/terminal/safe.ts';
import { applyEdit, changedLines, type Edit, installedEntry, putEdit, removeEdit } from './edit.ts';
import { type ServedModel, serverCommand } from './entry.ts';
import { HOST_NAMES, type HostName } from './host-names.ts';
import { HOSTS, type Host, type HostPlaces, placesOf } from './hosts.ts';

/** A client on this machine. */
export interface ClientState {
  readonly client: HostName;
  readonly title: string;
  /** Null where the client doesn't run. */
  readonly file: string | null;
  readonly found: boolean;
  /** Null if the file can't be parsed. */
  readonly installed: boolean | null;
}

type InstalledModel = ServedModel & { readonly client: HostName };

/** Edit of a client's configuration that adds the entry. */
export async function planInstall(context: CommandContext, model: InstalledModel): Promise<Edit> {
  const { host, file } = clientOf(context, model.client);
  return putEdit(host, file, host.entry(await serverCommand(context, model)));
}

/** Edit of a client's configuration that removes the entry. */
export function planUninstall(context: CommandContext, client: HostName): Promise<Edit> {
  const { host, file } = clientOf(context, client);
  return removeEdit(host, file);
}

/** The entry as a file of its own; says where it belongs. */
export async function printedEntry(context: CommandContext, model: InstalledModel): Promise<string> {
  const { host, file } = clientOf(context, model.client);
  const [{ put }, server] = await Promise.all([host.format(), serverCommand(context, model)]);
  context.notice(`For ${file}`);
  return put('', host.section, host.entry(server));
}

/** Shows people the lines that would change. */
export async function showEdit(context: CommandContext, edit: Edit): Promise<void> {
  context.say(`${edit.file}:`);
  for (const line of changedLines(edit)) context.say(safeLine(line));
}

/** Writes an edit; returns the copy of the file as it was. */
export async function apply({ world }: CommandContext, edit: Edit): Promise<string | null> {
  return (await applyEdit(edit, world.clock.now())) ?? null;
}

export function clientStates({ world }: CommandContext): Promise<ClientState[]> {
  const places = placesOf(world);
  return Promise.all(
    HOST_NAMES.map(async (client) => {
      const host = HOSTS[client];
      const file = host.file(places) ?? null;
      const found = file !== null && isFound(host, { file, places });
      return { client, title: host.title, file, found, installed: found && (await isInstalled(host, file)) };
    }),
  );
}

function isFound(host: Host, { file, places }: { file: string; places: HostPlaces }): boolean {
  return existsSync(file) || existsSync(host.trace?.(places) ?? places.folderOf(file));
}

async function isInstalled(host: Host, file: string): Promise<boolean | null> {
  try {
    return (await installedEntry(host, file)) !== undefined;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

function clientOf({ world }: CommandContext, client: HostName) {
  const host = HOSTS[client];
  const file = host.file(placesOf(world));
  if (file === undefined)
    throw new UsageError(`${host.title} doesn't run on this system.`, 'agentmail mcp list');
  return { host, file };
}
