import { command } from '../command.ts';
import { mailboxFlag } from '../input/lookups/mailbox.ts';
import { chooseMessage, messageArguments } from '../input/lookups/message.ts';
import { flag } from '../input/options/kinds.ts';
import { starred } from '../output/views/messages.ts';
import { actOnEach } from '../tasks/lists/each.ts';

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
    const { starMessage } = await import('../../shared/contract/threads.ts');
    return { starMessage };
  },
  run: async (context, { messages, mailbox, remove }, { starMessage }) => {
    const act = async (message: string) => {
      const id = await chooseMessage(context, message, { mailbox });
      const client = await context.client();
      return client.call(starMessage, { params: { id }, body: { starred: !remove } });
    };
    return actOnEach(messages, act, starred);
  },
});
