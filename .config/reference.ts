import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemdServerUnit } from '../cli/tasks/service/systemd.ts';
import { clientOperations, clientTypes } from './client/api.ts';
import { pythonFiles } from './client/python/modules.ts';
import { commandReference, errorReference } from './reference/commands.ts';
import { agentHandbook } from './reference/handbook.ts';
import { httpReference } from './reference/http.ts';
import { pluginFolder } from './reference/plugin.ts';
import { settingReference } from './reference/settings.ts';
import { setupSchema } from './reference/setup-schema.ts';
import { toolListing } from './reference/tools.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Files that the contract and the commands determine, by their path. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const pages = {
    'commands.md': await commandReference(),
    'errors.md': errorReference(),
    'http.md': httpReference(),
    'settings.md': settingReference(),
    ...(await agentHandbook()),
  };
  return {
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`docs/reference/${name}`, text])),
    ...Object.fromEntries(
      Object.entries(await pluginFolder(ROOT)).map(([path, text]) => [`docs/plugin/${path}`, text]),
    ),
    'docs/reference/agentmail.schema.json': `${JSON.stringify(setupSchema(), null, 2)}\n`,
    'docs/deploy/agentmail.service': systemdServerUnit(),
    'shared/client/api.d.ts': clientTypes(),
    'shared/client/operations.ts': clientOperations(),
    ...(await pythonFiles(ROOT)),
    'shared/mcp/tools.json': toolListing(),
  };
}

if (import.meta.main) {
  const files = Object.entries(await generatedFiles());
  await Promise.all(
    files.map(async ([path, text]) => {
      const file = join(ROOT, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }),
  );
}
