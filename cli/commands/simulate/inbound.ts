import { memberOf } from '../../choices.ts';
import { command, result, text, word } from '../../command.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { simulatedView } from '../../views/messages.ts';

export const simulateInbound = command({
  name: ['simulate', 'inbound'],
  summary: 'Let a mailbox receive a made-up message, through the real pipeline.',
  flags: {
    mailbox: mailboxFlag,
    label: text('--label <TEXT>', 'Put this into the subject, to tell messages apart.'),
  },
  arguments: {
    scenario: word('SCENARIO', 'clean, or prompt_injection_quarantined.'),
  },
  examples: [
    { command: 'agentmail simulate inbound clean', about: 'arrives, and can be answered' },
    {
      command: 'agentmail simulate inbound prompt_injection_quarantined --label "run 7"',
      about: 'what an agent meets when somebody attacks it',
    },
  ],
  endpoints: async () => {
    const [{ simulateInbound }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/simulator.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { simulateInbound, listMailboxes };
  },
  run: async (context, { scenario, label, mailbox }, endpoints) => {
    const { INBOUND_SCENARIOS } = await import('../../../shared/contract/simulator.ts');
    const chosen = memberOf(INBOUND_SCENARIOS, 'SCENARIO', scenario);
    const name = await chooseMailbox(context, mailbox, endpoints.listMailboxes);
    const client = await context.client();
    const body = { mailbox_id: name, scenario: chosen, ...given({ label }) };
    return result(await client.call(endpoints.simulateInbound, { body }), simulatedView);
  },
});
