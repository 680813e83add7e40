import { readFile } from 'node:fs/promises';
import { TREE } from '../../cli/commands/index.ts';
import { compactTree } from '../../cli/guide/help/compact.ts';
import { skillFile } from '../../cli/guide/help/skill.ts';
import { httpHandbook } from '../../daemon/entry/http/reference/handbook.ts';

/** The handbook for agents, by file name: the command line as a skill and as JSON, and the HTTP API. */
export async function agentHandbook(): Promise<Readonly<Record<string, string>>> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return {
    'SKILL.md': await skillFile(TREE, version),
    'commands.json': `${JSON.stringify(compactTree(TREE, version, []))}\n`,
    'llms.txt': httpHandbook(),
  };
}
