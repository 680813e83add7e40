import { INBOUND_SCENARIOS } from '../../../shared/contract/values.ts';
import { command, optionalWord, result, text } from '../../command.ts';
import { assertGoesWith } from '../../exclusive.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { receivedView, simulatedView } from '../../views/simulated.ts';

export const simulateInbound = command({
  name: ['simulate', 'inbound'],
  summary: 'Let a mailbox receive a mail of yours or a made-up one, through the real pipeline.',
  description:
    'Your own mail, from a FILE or from --from, --subject and --body, is handed to the SMTP listener of the daemon, as mail from\n' +
    'outside is: size, sender policy, authentication and scan apply. A scenario is made by the daemon and comes from an\n' +
    'authenticated sender who can be answered.',
  flags: {
    mailbox: mailboxFlag,
    from: text('--from <ADDRESS>', 'Who sends it. Default: the From field of the FILE.'),
    to: text('--to <ADDRESS>', 'Who receives it. Default: the address of the mailbox.'),
    subject: text('-s, --subject <TEXT>', 'Its subject, without a FILE.'),
    body: text('-b, --body <TEXT>', 'Its text, without a FILE.'),
    label: text('--label <TEXT>', 'Put this into the subject of a scenario, to tell messages apart.'),
    smtp: text(
      '--smtp <HOST:PORT>',
      'Where mail is taken. Default: the SMTP listener of the daemon of this home.',
    ),
  },
  arguments: {
    what: optionalWord(
      'FILE',
      'A message (.eml), "-" for stdin, or a scenario: clean, prompt_injection_quarantined.',
    ),
  },
  examples: [
    {
      command: 'agentmail simulate inbound --from ann@example.org --subject Lunch --body "On Friday?"',
      about: 'a mail without a mail program',
    },
    { command: 'agentmail simulate inbound mail.eml', about: 'what becomes of this mail?' },
    { command: 'agentmail simulate inbound clean', about: 'arrives, and can be answered' },
    {
      command: 'agentmail simulate inbound prompt_injection_quarantined --label "run 7"',
      about: 'what an agent meets when somebody attacks it',
    },
  ],
  codes: ['NOT_TAKEN'],
  exits: ['refused'],
  endpoints: async () => {
    const [{ simulateInbound }, { listMailboxes }, { getMessage }] = await Promise.all([
      import('../../../shared/contract/simulator.ts'),
      import('../../../shared/contract/mailboxes.ts'),
      import('../../../shared/contract/reading.ts'),
    ]);
    return { simulateInbound, listMailboxes, getMessage };
  },
  run: async (context, { what, label, ...mail }, endpoints) => {
    const { from, to, subject, body, smtp } = mail;
    const scenario = INBOUND_SCENARIOS.find((each) => each === what);
    if (scenario === undefined) {
      assertGoesWith('a scenario', { '--label': label !== undefined });
      const composed = { '--subject': subject !== undefined, '--body': body !== undefined };
      if (what !== undefined) assertGoesWith('a mail without FILE', composed);
      const { receiveOwnMail } = await import('../../simulating/own-mail.ts');
      return result(await receiveOwnMail(context, { ...mail, file: what }, endpoints), receivedView);
    }
    assertGoesWith('your own mail', {
      ...{ '--from': from !== undefined, '--to': to !== undefined, '--smtp': smtp !== undefined },
      ...{ '--subject': subject !== undefined, '--body': body !== undefined },
    });
    const name = await chooseMailbox(context, mail.mailbox, endpoints.listMailboxes);
    const client = await context.client();
    const request = { mailbox_id: name, scenario, ...given({ label }) };
    return result(await client.call(endpoints.simulateInbound, { body: request }), simulatedView);
  },
});
