import { command, flag, renamed, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { anyMessageWord } from '../../../operator-ids.ts';
import { stateView } from '../../../views/policies.ts';

export const operatorMessagesBounce = command({
  name: ['operator', 'messages', 'bounce'],
  summary: 'Let a sent message bounce, as if its provider had reported it.',
  flags: {
    soft: flag('--soft', 'A passing problem: the recipient is not suppressed.'),
    diagnostic: renamed(text('--diagnostic <TEXT>', 'The reason that the provider gives.'), {
      flags: '--reason <TEXT>',
    }),
  },
  arguments: { message: anyMessageWord },
  examples: [
    {
      command: 'agentmail operator messages bounce 4f1c9a22',
      about: 'to try what follows',
    },
  ],
  endpoints: async () => {
    const { reportBounce } = await import('../../../../shared/contract/delivery-reports.ts');
    return { reportBounce };
  },
  run: async (context, { message, soft, diagnostic }, { reportBounce }) => {
    const client = await context.client();
    const body = { type: soft ? 'soft' : 'hard', ...given({ reason: diagnostic }) } as const;
    return result(await client.call(reportBounce, { params: { id: message }, body }), stateView);
  },
});
