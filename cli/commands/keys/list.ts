import { command, flag, result } from '../../command.ts';
import { keyList } from '../../views/keys.ts';

export const keysList = command({
  name: ['keys', 'list'],
  summary: 'List the API keys of the account, without their secrets.',
  flags: { revoked: flag('--include-revoked', 'Include revoked keys.') },
  arguments: {},
  examples: [{ command: 'agentmail keys list', about: 'show each key and when it was last used' }],
  endpoints: async () => {
    const { listApiKeys } = await import('../../../shared/contract/keys.ts');
    return { listApiKeys };
  },
  run: async (context, { revoked }, { listApiKeys }) => {
    const client = await context.client();
    const query = revoked ? { include_revoked: true } : {};
    return result(await client.call(listApiKeys, { query }), keyList);
  },
});
