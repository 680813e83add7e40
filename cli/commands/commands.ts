import { command, noEndpoints, result, words } from '../command.ts';
import { UsageError } from '../errors.ts';
import { commandList } from '../views/help.ts';

export const commands = command({
  name: ['commands'],
  summary: 'List all commands; as JSON with arguments, flags, endpoints, exit and error codes.',
  flags: {},
  arguments: { words: words('WORD', 'Only commands that begin with these words.') },
  examples: [
    { command: 'agentmail commands --json', about: 'all that an agent needs to know, in one document' },
    { command: 'agentmail commands webhooks', about: 'those of one noun' },
  ],
  endpoints: noEndpoints,
  run: async ({ world, tree }, input) => {
    const { describeTree } = await import('../help/tree.ts');
    const described = await describeTree(await tree(), input.words);
    if (described.commands.length > 0)
      return result({ version: world.machine.version, ...described }, commandList);
    throw new UsageError(`No command begins with "${input.words.join(' ')}".`, 'agentmail commands');
  },
});
