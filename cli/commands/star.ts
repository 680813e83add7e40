import { command, flag } from '../command.ts';
import { actOnEach } from '../each.ts';
import { mailboxFlag } from '../mailbox.ts';
import { chooseMessage, messageArguments } from '../message.ts';
import { starred } from '../views/messages.ts';

export const star = command({
  name: ['star'],
  summary: 'Star messages.',
  flags: { mailbox: mailboxFlag, remove: flag('--remove', 'Remove the star.') },
  arguments: { messages: messageArguments },
  examples: [
    { command: 'agentmail star 4f1c9a22', about: 'star it; agentmail inbox --starred lists it' },
    { command: 'agentmail star 4f1c9a22 --remove', about: 'remove the star' },
  ],
  endpoints: async () => {
    const [{ starMessage }, { listMessages }, { listMailboxes }] = await Promise.all([
      import('../../shared/contract/threads.ts'),
      import('../../shared/contract/reading.ts'),
      import('../../shared/contract/mailboxes.ts'),
    ]);
    return { starMessage, listMessages, listMailboxes };
  },
  run: async (context, { messages, mailbox, remove }, endpoints) =>
    actOnEach(
      messages,
      async (message) => {
        const id = await chooseMessage(context, { typed: message, mailbox }, endpoints);
        const client = await context.client();
        const body = { starred: !remove };
        return client.call(endpoints.starMessage, { params: { id }, body });
      },
      starred,
    ),
});
