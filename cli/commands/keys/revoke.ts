import { command, result } from '../../command.ts';
import { confirm, yesFlag } from '../../confirm.ts';
import { keyWord } from '../../known-ids.ts';
import { revokedKey } from '../../views/keys.ts';

export const keysRevoke = command({
  name: ['keys', 'revoke'],
  summary: 'Revoke an API key; its next request is refused.',
  flags: { yes: yesFlag },
  arguments: { key: keyWord },
  examples: [{ command: 'agentmail keys revoke 1f0a4c11', about: 'revoke only this key' }],
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
