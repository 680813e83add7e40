import { good, line, quiet, table, type View, warning } from '../../output/views/document.ts';
import type { ClientState } from './clients.ts';
import type { HostName } from './host-names.ts';

interface ChangedClient {
  readonly client: HostName;
  readonly file: string;
  readonly changed: boolean;
  /** Copy of the file as it was; null without one. */
  readonly backup: string | null;
}

const backupLine = (backup: string | null) =>
  backup === null ? [] : [line(quiet(`Copy of before: ${backup}`))];

export const installedClient: View<ChangedClient & { readonly profile: string }> = (done) => [
  line(
    done.changed
      ? good(`Added to ${done.file}, with profile ${done.profile}. Restart ${done.client}.`)
      : `${done.file} has the entry already. Nothing was changed.`,
  ),
  ...backupLine(done.backup),
];

export const uninstalledClient: View<ChangedClient> = ({ file, changed, backup }) => [
  line(
    changed
      ? `Removed from ${file}. The profile and its key stay.`
      : `${file} has no entry. Nothing was changed.`,
  ),
  ...backupLine(backup),
];

export const clientList: View<{ readonly clients: readonly ClientState[] }> = ({ clients }) => [
  table(
    [
      { title: 'client' },
      { title: 'on this machine' },
      { title: 'agentmail' },
      { title: 'file', flexible: true },
    ],
    clients.map(({ client, file, found, installed }) => [
      client,
      found ? 'yes' : quiet('no'),
      installed === null ? warning("can't be parsed") : installed ? good('installed') : quiet('-'),
      file ?? quiet('-'),
    ]),
    'No clients.',
  ),
];
