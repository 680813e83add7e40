import { command, result } from '../../../command.ts';
import { challengeFlag, withProof } from '../../../prove.ts';
import { secretsOf } from '../../../secrets.ts';
import { enabledFactor } from '../../../views/access.ts';

export const mfaTotpEnable = command({
  name: ['mfa', 'totp', 'enable'],
  summary: 'Turn on the authenticator app as the second factor.',
  flags: { challenge: challengeFlag },
  arguments: {},
  examples: [
    { command: 'agentmail mfa totp enable', about: "asks for the app's code, then for re-authentication" },
  ],
  endpoints: async () => {
    const { enableTotp } = await import('../../../../shared/contract/factors.ts');
    return { enableTotp };
  },
  run: async (context, input, { enableTotp }) => {
    const secrets = secretsOf(context);
    const code = await secrets.ask('Code from the new app');
    const values = { code };
    const client = await context.client();
    const action = { scope: 'mfa_change' as const, values, challenge: input.challenge, secrets };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(enableTotp, { ...as, body: { ...values, ...proof } }),
    );
    return result(reply, enabledFactor);
  },
});
