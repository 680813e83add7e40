import { command, flag, noEndpoints, result, words } from '../command.ts';
import { UsageError } from '../errors.ts';
import { assertExclusive } from '../exclusive.ts';
import { commandList, compactList } from '../views/help.ts';

export const commands = command({
  name: ['commands'],
  summary: 'List all commands; as JSON with arguments, flags, endpoints, exit and error codes.',
  description:
    'The JSON of all commands is long. --compact is the whole tree under 20 KB, with the flags and the first clause of each\n' +
    'summary. --skill is a file that teaches an agent to use the commands that an agent key may call.',
  flags: {
    compact: flag('--compact', 'Only names, arguments, flags and what each does.'),
    skill: flag('--skill', 'Print a skill file: Markdown with front matter.'),
  },
  arguments: { words: words('WORD', 'Only commands that begin with these words.') },
  examples: [
    { command: 'agentmail commands --json --compact', about: 'all that an agent has to know at first' },
    { command: 'agentmail commands webhooks', about: 'those of one noun' },
    { command: 'agentmail commands --skill > SKILL.md', about: 'for an agent that reads skills' },
  ],
  endpoints: noEndpoints,
  run: async (context, input) => {
    const { world, tree } = context;
    assertExclusive({
      '--compact': input.compact,
      '--skill': input.skill,
    });
    assertExclusive({ '--skill': input.skill, WORD: input.words.length > 0 });
    const { version } = world.machine;
    if (input.skill) {
      const { skillFile } = await import('../help/skill.ts');
      const skill = await skillFile(await tree(), version);
      if (context.jsonAsked) return result({ skill }, () => []);
      context.raw(skill);
      return 'ok';
    }
    const { describeTree } = await import('../help/tree.ts');
    const described = await describeTree(await tree(), input.words);
    if (described.commands.length === 0)
      throw new UsageError(`No command begins with "${input.words.join(' ')}".`, 'agentmail commands');
    if (!input.compact) return result({ version, ...described }, commandList);
    const { compactTree } = await import('../help/compact.ts');
    await context.emit(compactTree(await tree(), version, input.words), compactList);
    return 'ok';
  },
});
