import { command, flag, result } from '../../command.ts';
import { given } from '../../given.ts';
import { challengeFlag, withProof } from '../../prove.ts';
import { secretsOf } from '../../secrets.ts';
import { recordView } from '../../views/record.ts';

export const mfaDisable = command({
  name: ['mfa', 'disable'],
  summary: 'Turn off the second factor.',
  flags: {
    grant: flag('--grant', 'Ask for the grant that agentmail mfa recover returned.'),
    challenge: challengeFlag,
  },
  arguments: {},
  examples: [{ command: 'agentmail mfa disable', about: 'turn it off after re-authentication' }],
  endpoints: async () => {
    const { disableMfa } = await import('../../../shared/contract/factors.ts');
    return { disableMfa };
  },
  run: async (context, input, { disableMfa }) => {
    const secrets = secretsOf(context);
    const extra = given({ grant: input.grant ? await secrets.ask('Recovery grant') : undefined });
    const values = {};
    const client = await context.client();
    const action = { scope: 'mfa_change' as const, values, challenge: input.challenge, secrets };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(disableMfa, { ...as, body: { ...values, ...extra, ...proof } }),
    );
    return result(reply, recordView);
  },
});
