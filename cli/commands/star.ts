import { command } from '../command.ts';
import { actOnEach } from '../lists/each.ts';
import { mailboxFlag } from '../lookups/mailbox.ts';
import { chooseMessage, messageArguments } from '../lookups/message.ts';
import { flag } from '../options/kinds.ts';
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
