import { command, result } from '../../command.ts';
import { factorState } from '../../views/factor-state.ts';

export const mfaStatus = command({
  name: ['mfa', 'status'],
  summary: "Show how you sign in and prove it's you.",
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail mfa status', about: 'show password, second factor and phone' }],
  endpoints: async () => {
    const { getCaller } = await import('../../../shared/contract/accounts.ts');
    return { getCaller };
  },
  run: async (context, _input, { getCaller }) => {
    const client = await context.client();
    return result(await client.call(getCaller, { asPerson: true }), factorState);
  },
});
