import { command, noEndpoints, optionalWord, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { errorList, errorView } from '../views/help.ts';

export const errors = command({
  name: ['errors'],
  summary: 'Explain an error code: what it means, who has to act, which commands meet it.',
  flags: {},
  arguments: { code: optionalWord('ERROR', 'Its code, as RECIPIENT_NOT_ON_ALLOWLIST. Default: all codes.') },
  examples: [
    { command: 'agentmail errors TIER_LIMIT', about: 'what can be done about it' },
    { command: 'agentmail errors --json', about: 'all codes with HTTP status and exit code' },
  ],
  endpoints: noEndpoints,
  run: async ({ tree }, { code }) => {
    const { describeErrors, describeTree } = await import('../help/tree.ts');
    const known = describeErrors();
    if (code === undefined) return result({ errors: known }, errorList);
    const found = known.find((each) => each.code === code.toUpperCase());
    if (!found) throw new UsageError(`There is no error code "${code}".`, 'agentmail errors lists them');
    const { commands } = await describeTree(await tree());
    const meeting = commands.filter(({ error_codes }) => error_codes.includes(found.code));
    return result({ ...found, commands: meeting.map(({ command }) => command) }, errorView);
  },
});
