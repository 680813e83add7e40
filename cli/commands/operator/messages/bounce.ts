import { command, flag, renamed, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { anyMessageWord } from '../../../operator-ids.ts';
import { stateView } from '../../../views/policies.ts';

export const operatorMessagesBounce = command({
  name: ['operator', 'messages', 'bounce'],
  summary: 'Simulate a bounce of a sent message.',
  flags: {
    soft: flag('--soft', "Temporary failure; doesn't suppress the recipient."),
    diagnostic: renamed(text('--diagnostic <TEXT>', 'Reason that the simulated provider gives.'), {
      flags: '--reason <TEXT>',
    }),
  },
  arguments: { message: anyMessageWord },
  examples: [
    {
      command: 'agentmail operator messages bounce 4f1c9a22',
      about: 'test how your agent handles a bounce',
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
