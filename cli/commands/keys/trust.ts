import { command, result, word } from '../../command.ts';
import { challengeFlag, withProof } from '../../prove.ts';
import { secretsOf } from '../../secrets.ts';
import { keyView } from '../../views/keys.ts';

export const keysTrust = command({
  name: ['keys', 'trust'],
  summary: 'Let a key see which senders are trusted to instruct it.',
  flags: { challenge: challengeFlag },
  arguments: { key: word('KEY_ID', 'Id of the key.') },
  examples: [
    { command: 'agentmail keys trust 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11', about: 'with fresh proof' },
  ],
  endpoints: async () => {
    const { setKeyInstructionTrust } = await import('../../../shared/contract/keys.ts');
    return { setKeyInstructionTrust };
  },
  run: async (context, input, { setKeyInstructionTrust }) => {
    const secrets = secretsOf(context);
    const values = { enabled: true, key_id: input.key };
    const client = await context.client();
    const action = { scope: 'key_instruction_trust_enable' as const, values, challenge: input.challenge };
    const reply = await withProof(context, secrets, action, (proof, as) =>
      client.call(setKeyInstructionTrust, {
        params: { id: input.key },
        ...as,
        body: { enabled: true, ...proof },
      }),
    );
    return result(reply, keyView);
  },
});
