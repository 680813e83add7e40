import { command, result } from '../../command.ts';
import { secretsOf } from '../../secrets.ts';
import { recordView } from '../../views/record.ts';

export const mfaRecover = command({
  name: ['mfa', 'recover'],
  summary: 'Exchange a recovery code for a grant that replaces the second factor once.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail mfa recover', about: 'recover when the second factor is lost' }],
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
