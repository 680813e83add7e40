import { command, result } from '../../command.ts';
import { keyWord } from '../../known-ids.ts';
import { keyView } from '../../views/keys.ts';

export const keysDistrust = command({
  name: ['keys', 'distrust'],
  summary: 'Stop letting a key see which senders may instruct it.',
  description: 'Only a signed-in person can undo this.',
  flags: {},
  arguments: { key: keyWord },
  examples: [
    {
      command: 'agentmail keys distrust 1f0a4c11',
      about: 'takes effect on its next request',
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
