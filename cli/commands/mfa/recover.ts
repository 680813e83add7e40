import { command, result } from '../../command.ts';
import { secretsOf } from '../../secrets.ts';
import { recordView } from '../../views/record.ts';

export const mfaRecover = command({
  name: ['mfa', 'recover'],
  summary: 'Turn a recovery code into a grant for one step without the second factor.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail mfa recover', about: 'the factor is lost' }],
  endpoints: async () => {
    const { recoverMfa } = await import('../../../shared/contract/factors.ts');
    return { recoverMfa };
  },
  run: async (context, _input, { recoverMfa }) => {
    const secret = await secretsOf(context).ask('Recovery code');
    const client = await context.client();
    return result(await client.call(recoverMfa, { body: { recovery_code: secret } }), recordView);
  },
});
