import { command, result } from '../command.ts';
import { backupView } from '../views/daemon.ts';

/** A large home takes a while. */
const BACKUP_TIMEOUT_MS = 3_600_000;

export const backup = command({
  name: ['backup'],
  summary: 'Copy everything that the daemon has into one file, while it runs.',
  description:
    'The file lies in the backups folder of the home. It holds all mail and the secret that seals passwords: keep it\n' +
    'like the home itself. To put it back: agentmail down, then agentmail restore FILE.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail backup --json | jq -r .file', about: 'where it lies' }],
  endpoints: async () => {
    const { createBackup } = await import('../../shared/contract/operator.ts');
    return { createBackup };
  },
  run: async (context, _input, { createBackup }) => {
    const client = await context.client();
    return result(await client.call(createBackup, { timeoutMs: BACKUP_TIMEOUT_MS }), backupView);
  },
});
