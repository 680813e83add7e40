import { OUTBOUND_SCENARIOS, simulatorDomain } from '../../shared/simulator-addresses.ts';
import { command } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseMailbox, mailboxesOf, typedMailbox } from '../input/lookups/mailbox.ts';
import { choiceWord, text } from '../input/options/kinds.ts';
import { deliver, deliveryFlags } from '../tasks/sending/deliver.ts';

export const simulateOutbound = command({
  name: ['simulate', 'outbound'],
  summary: 'Send a message whose delivery has a known outcome.',
  description:
    "The message goes to the scenario's reserved address, such as bounced@simulator.DOMAIN, and never\n" +
    'leaves the daemon. Policies, scan, review and limits apply, as for other mail. The outcome follows 3\n' +
    'seconds after the send, with its events.',
  flags: {
    mailbox: typedMailbox,
    label: text('--label <TEXT>', 'Add +TEXT to the address, to tell messages apart.'),
    idempotencyKey: deliveryFlags.idempotencyKey,
    strict: deliveryFlags.strict,
  },
  arguments: {
    scenario: choiceWord('SCENARIO', 'Outcome of the delivery.', OUTBOUND_SCENARIOS),
  },
  examples: [
    { command: 'agentmail simulate outbound bounced', about: 'find out what an agent does about a bounce' },
    {
      command: 'agentmail simulate outbound complained -m support --label run7',
      about: 'get a complaint about a message from this mailbox',
    },
  ],
  endpoints: async () => {
    const { send } = await import('../../shared/contract/sending.ts');
    return { send };
  },
  run: async (context, { scenario, label, ...input }, { send }) => {
    const mailbox = await chooseMailbox(context, input.mailbox);
    const name = label === undefined ? scenario : `${scenario}+${label}`;
    const request = {
      from_mailbox: mailbox,
      to: `${name}@${simulatorDomain(await platformDomain(context))}`,
      subject: `Simulated: ${scenario}`,
      body: `This message tests the outcome "${scenario}".`,
    };
    return deliver(
      context,
      { ...input, wait: undefined },
      { post: (client, headers) => client.call(send, { body: request, headers }) },
    );
  },
});

/** Domain of the mailboxes without a domain of the account. */
async function platformDomain(context: CommandContext): Promise<string> {
  const found = (await mailboxesOf(context)).find(
    (each) => each.domain_id === null && !each.connection_state,
  );
  if (found) return found.address.slice(found.address.lastIndexOf('@') + 1);
  throw new UsageError(
    'The key can access no mailbox on the platform domain, so the domain is unknown.',
    'agentmail send --to SCENARIO@simulator.DOMAIN, with the platform domain of the daemon',
  );
}
