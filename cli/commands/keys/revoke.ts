import { command, result, word } from '../../command.ts';
import { confirm, yesFlag } from '../../confirm.ts';
import { revokedKey } from '../../views/keys.ts';

export const keysRevoke = command({
  name: ['keys', 'revoke'],
  summary: 'Revoke an API key, from its next request on.',
  flags: { yes: yesFlag },
  arguments: { key: word('KEY_ID', 'Id of the key, as keys list shows it.') },
  examples: [
    { command: 'agentmail keys revoke 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11', about: 'that key only' },
  ],
  endpoints: async () => {
    const { revokeApiKey } = await import('../../../shared/contract/keys.ts');
    return { revokeApiKey };
  },
  run: async (context, { key, yes }, { revokeApiKey }) => {
    await confirm(
      context,
      yes,
      () => `Revoke the key ${key}? Everything that uses it stops working immediately.`,
    );
    const client = await context.client();
    return result(await client.call(revokeApiKey, { params: { id: key } }), revokedKey);
  },
});
