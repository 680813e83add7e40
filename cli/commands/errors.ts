import { command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { errorList, errorView } from '../guide/help/views.ts';
import { optionalWord } from '../input/options/kinds.ts';

export const errors = command({
  name: ['errors'],
  summary: 'Explain an error code: its meaning, who must act and which commands return it.',
  flags: {},
  arguments: {
    code: optionalWord('ERROR', 'Error code, such as RECIPIENT_NOT_ON_ALLOWLIST. Default: all codes.'),
  },
  examples: [
    { command: 'agentmail errors TIER_LIMIT', about: 'show what to do about it' },
    { command: 'agentmail errors --json', about: 'list all codes with HTTP status and exit code' },
  ],
  run: async ({ tree }, { code }) => {
    const { describeErrors, describeTree } = await import('../guide/help/tree.ts');
    const known = describeErrors();
    if (code === undefined) return result({ errors: known }, errorList);
    const found = known.find((each) => each.code === code.toUpperCase());
    if (!found) throw new UsageError(`Unknown error code "${code}".`, 'agentmail errors lists them');
    const { commands } = await describeTree(await tree());
    const meeting = commands.filter(({ error_codes }) => error_codes.includes(found.code));
    return result({ ...found, commands: meeting.map(({ command }) => command) }, errorView);
  },
});
