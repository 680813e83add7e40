import { command, result } from '../../../command.ts';
import { challengeFlag, withProof } from '../../../prove.ts';
import { secretsOf } from '../../../secrets.ts';

export const mfaTotpSetup = command({
  name: ['mfa', 'totp', 'setup'],
  summary: 'Set up an authenticator app by its QR code.',
  flags: { challenge: challengeFlag },
  arguments: {},
  examples: [
    { command: 'agentmail mfa totp setup', about: 'show the QR code; then run agentmail mfa totp enable' },
  ],
  endpoints: async () => {
    const { setUpTotp } = await import('../../../../shared/contract/factors.ts');
    return { setUpTotp };
  },
  run: async (context, input, { setUpTotp }) => {
    const secrets = secretsOf(context);
    const values = {};
    const client = await context.client();
    const action = { scope: 'mfa_change' as const, values, challenge: input.challenge, secrets };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(setUpTotp, { ...as, body: { ...values, ...proof } }),
    );
    // Loaded on use.
    const { totpSetup } = await import('../../../views/totp.ts');
    return result(reply, totpSetup);
  },
});
