import { command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { commandList, compactList } from '../guide/help/views.ts';
import { assertExclusive } from '../input/options/input.ts';
import { flag, words } from '../input/options/kinds.ts';

export const commands = command({
  name: ['commands'],
  summary: 'List all commands; JSON adds flags, endpoints, exit and error codes.',
  description:
    'The JSON of all commands is long. --compact prints the whole tree in under 24 KB, with flags and the first clause of each\n' +
    'summary. --skill prints a file that teaches an agent the commands that an agent key can call.',
  flags: {
    compact: flag('--compact', 'Print only names, arguments, flags and short summaries.'),
    skill: flag('--skill', 'Print a skill file: Markdown with front matter.'),
  },
  arguments: { words: words('WORD', 'Only commands that begin with these words.') },
  examples: [
    { command: 'agentmail commands --json --compact', about: 'print the overview that an agent needs first' },
    { command: 'agentmail commands webhooks', about: 'list the commands of one noun' },
    { command: 'agentmail commands --skill > SKILL.md', about: 'write a skill file for an agent' },
  ],
  run: async (context, input) => {
    const { world, tree } = context;
    assertExclusive({
      '--compact': input.compact,
      '--skill': input.skill,
    });
    assertExclusive({ '--skill': input.skill, WORD: input.words.length > 0 });
    const { version } = world.machine;
    if (input.skill) {
      const { skillFile } = await import('../guide/help/skill.ts');
      const skill = await skillFile(await tree(), version);
      if (context.jsonAsked) return result({ skill }, () => []);
      context.raw(skill);
      return 'ok';
    }
    const { describeTree } = await import('../guide/help/tree.ts');
    const described = await describeTree(await tree(), input.words);
    if (described.commands.length === 0)
      throw new UsageError(`No command begins with "${input.words.join(' ')}".`, 'agentmail commands');
    if (!input.compact) return result({ version, ...described }, commandList);
    const { compactTree } = await import('../guide/help/compact.ts');
    await context.emit(compactTree(await tree(), version, input.words), compactList);
    return 'ok';
  },
});
