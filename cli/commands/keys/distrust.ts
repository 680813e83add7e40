import { command, result } from '../../command.ts';
import { keyWord } from '../../known-ids.ts';
import { keyView } from '../../views/keys.ts';

export const keysDistrust = command({
  name: ['keys', 'distrust'],
  summary: 'Let a key no longer see which senders are trusted to instruct it.',
  description: 'Only a signed-in person gives that right.',
  flags: {},
  arguments: { key: keyWord },
  examples: [
    {
      command: 'agentmail keys distrust 1f0a4c11',
      about: 'from its next request on',
    },
  ],
  endpoints: async () => {
    const { setKeyInstructionTrust } = await import('../../../shared/contract/keys.ts');
    return { setKeyInstructionTrust };
  },
  run: async (context, { key }, { setKeyInstructionTrust }) => {
    const client = await context.client();
    const reply = await client.call(setKeyInstructionTrust, {
      params: { id: key },
      body: { enabled: false },
    });
    return result(reply, keyView);
  },
});
