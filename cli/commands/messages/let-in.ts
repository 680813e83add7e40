import { command, result, word } from '../../command.ts';
import { stateView } from '../../views/policies.ts';

export const messagesLetIn = command({
  name: ['messages', 'let-in'],
  summary: 'Let in one message that the sender policy kept out; it is scanned like any other.',
  flags: {},
  arguments: {
    message: word('MESSAGE', 'Its id, as messages list --include-firewall-blocked --json shows it.'),
  },
  examples: [
    { command: 'agentmail messages let-in 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11', about: 'only this one' },
  ],
  endpoints: async () => {
    const { releaseFromFirewall } = await import('../../../shared/contract/sender-lists.ts');
    return { releaseFromFirewall };
  },
  run: async (context, { message }, { releaseFromFirewall }) => {
    const client = await context.client();
    return result(await client.call(releaseFromFirewall, { params: { id: message } }), stateView);
  },
});
