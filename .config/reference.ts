import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandReference, errorReference } from './reference/commands.ts';
import { agentHandbook } from './reference/handbook.ts';
import { httpReference } from './reference/http.ts';
import { settingReference } from './reference/settings.ts';
import { toolListing } from './reference/tools.ts';

/** Pages below docs/reference/, by file name. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  return {
    'commands.md': await commandReference(),
    'errors.md': errorReference(),
    'http.md': httpReference(),
    'settings.md': settingReference(),
    ...(await agentHandbook()),
  };
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL('../docs/reference', import.meta.url));
  await mkdir(folder, { recursive: true });
  const pages = Object.entries(await referencePages());
  await Promise.all(pages.map(([name, text]) => writeFile(join(folder, name), text)));
  await writeFile(fileURLToPath(new URL('../shared/mcp/tools.json', import.meta.url)), toolListing());
}
