import { command, flag, result, text, word } from '../../../command.ts';
import { given } from '../../../given.ts';
import { stateView } from '../../../views/policies.ts';

export const operatorMessagesBounce = command({
  name: ['operator', 'messages', 'bounce'],
  summary: 'Let a sent message bounce, as if its provider had reported it.',
  flags: {
    soft: flag('--soft', 'A passing problem: the recipient is not suppressed.'),
    reason: text('--reason <TEXT>', 'What the provider would say.'),
  },
  arguments: { message: word('MESSAGE', 'Id of the sent message.') },
  examples: [
    {
      command: 'agentmail operator messages bounce 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
      about: 'to try what follows',
    },
  ],
  endpoints: async () => {
    const { reportBounce } = await import('../../../../shared/contract/delivery-reports.ts');
    return { reportBounce };
  },
  run: async (context, { message, soft, reason }, { reportBounce }) => {
    const client = await context.client();
    const body = { type: soft ? 'soft' : 'hard', ...given({ reason }) } as const;
    return result(await client.call(reportBounce, { params: { id: message }, body }), stateView);
  },
});
