import { INBOUND_SCENARIOS } from '../../shared/contract/values.ts';
import { command, result } from '../command.ts';
import { chooseMailbox, mailboxFlag } from '../input/lookups/mailbox.ts';
import { assertGoesWith, definedFields } from '../input/options/input.ts';
import { optionalWord, text } from '../input/options/kinds.ts';
import { receivedView, simulatedView } from '../output/views/simulated.ts';

export const simulateInbound = command({
  name: ['simulate', 'inbound'],
  summary: 'Simulate an inbound message, your own or a ready-made scenario.',
  description:
    "Your own message, from a FILE or from --from, --subject and --body, is sent to the daemon's SMTP\n" +
    'listener. Size limits, sender policy, authentication and scan apply, as for mail from outside. A\n' +
    'scenario is created by the daemon, from an authenticated sender that accepts replies.',
  flags: {
    mailbox: mailboxFlag,
    from: text('--from <ADDRESS>', 'Sender. Default: the From header of the FILE.'),
    to: text('--to <ADDRESS>', "Recipient. Default: the mailbox's address."),
    subject: text('-s, --subject <TEXT>', 'Subject, without a FILE.'),
    body: text('-b, --body <TEXT>', 'Text, without a FILE.'),
    label: text('--label <TEXT>', "Add this text to a scenario's subject, to tell messages apart."),
    smtp: text('--smtp <HOST:PORT>', "SMTP server. Default: the listener of this home's daemon."),
  },
  arguments: {
    what: optionalWord(
      'FILE',
      'Message (.eml), "-" for stdin, or a scenario: clean, prompt_injection_quarantined.',
    ),
  },
  examples: [
    {
      command: 'agentmail simulate inbound --from ann@example.org --subject Lunch --body "On Friday?"',
      about: 'send a test message without a mail program',
    },
    { command: 'agentmail simulate inbound mail.eml', about: 'find out how a message would be handled' },
    { command: 'agentmail simulate inbound clean', about: 'receive a message that can be replied to' },
    {
      command: 'agentmail simulate inbound prompt_injection_quarantined --label "run 7"',
      about: 'show what an agent sees during an attack',
    },
  ],
  codes: ['NOT_TAKEN'],
  exits: ['refused'],
  endpoints: async () => {
    const [{ simulateInbound }, { listMailboxes }, { getMessage }] = await Promise.all([
      import('../../shared/contract/simulator.ts'),
      import('../../shared/contract/mailboxes.ts'),
      import('../../shared/contract/reading.ts'),
    ]);
    return { simulateInbound, listMailboxes, getMessage };
  },
  run: async (context, { what, label, ...mail }, endpoints) => {
    const { from, to, subject, body, smtp } = mail;
    const scenario = INBOUND_SCENARIOS.find((each) => each === what);
    if (scenario === undefined) {
      assertGoesWith('a scenario', { '--label': label !== undefined });
      const composed = { '--subject': subject !== undefined, '--body': body !== undefined };
      if (what !== undefined) assertGoesWith('a message without FILE', composed);
      const { receiveOwnMail } = await import('../tasks/simulating/own-mail.ts');
      return result(await receiveOwnMail(context, { ...mail, file: what }, endpoints), receivedView);
    }
    assertGoesWith('your own message', {
      ...{ '--from': from !== undefined, '--to': to !== undefined, '--smtp': smtp !== undefined },
      ...{ '--subject': subject !== undefined, '--body': body !== undefined },
    });
    const name = await chooseMailbox(context, mail.mailbox);
    const client = await context.client();
    const request = { mailbox_id: name, scenario, ...definedFields({ label }) };
    return result(await client.call(endpoints.simulateInbound, { body: request }), simulatedView);
  },
});
