import { command, result, word } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const accountLinkCheck = command({
  name: ['account', 'link-check'],
  summary: 'Accept the terms of the link check.',
  flags: {},
  arguments: { version: word('VERSION', 'Version of the terms.') },
  examples: [{ command: 'agentmail account link-check v2', about: 'accept the current version' }],
  endpoints: async () => {
    const { acceptUrlReputation } = await import('../../../shared/contract/account-life.ts');
    return { acceptUrlReputation };
  },
  run: async (context, { version }, { acceptUrlReputation }) => {
    const client = await context.client();
    return result(
      await client.call(acceptUrlReputation, { body: { accept_web_risk_version: version } }),
      recordView,
    );
  },
});
