import type { Command } from '../../command.ts';
import { wait } from '../wait.ts';

/** `wait` under the noun where its help lists it. */
export const messagesWait: Command = {
  ...wait,
  name: ['messages', 'wait'],
  examples: [
    { command: 'agentmail messages wait --timeout 300', about: 'wait up to 5 minutes for the next message' },
  ],
};
