import { command, result } from '../../command.ts';
import { keyWord } from '../../known-ids.ts';
import { challengeFlag, withProof } from '../../prove.ts';
import { secretsOf } from '../../secrets.ts';
import { keyView } from '../../views/keys.ts';

export const keysTrust = command({
  name: ['keys', 'trust'],
  summary: 'Let a key see which senders may instruct it.',
  flags: { challenge: challengeFlag },
  arguments: { key: keyWord },
  examples: [{ command: 'agentmail keys trust 1f0a4c11', about: 're-authenticate, then allow it' }],
  endpoints: async () => {
    const { setKeyInstructionTrust } = await import('../../../shared/contract/keys.ts');
    return { setKeyInstructionTrust };
  },
  run: async (context, input, { setKeyInstructionTrust }) => {
    const secrets = secretsOf(context);
    const values = { enabled: true, key_id: input.key };
    const client = await context.client();
    const action = {
      scope: 'key_instruction_trust_enable' as const,
      values,
      challenge: input.challenge,
      secrets,
    };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(setKeyInstructionTrust, {
        params: { id: input.key },
        ...as,
        body: { enabled: true, ...proof },
      }),
    );
    return result(reply, keyView);
  },
});
