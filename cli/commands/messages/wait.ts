import type { Command } from '../../command.ts';
import { wait } from '../wait.ts';

/** The daily verb under the name that the noun's list leads to. */
export const messagesWait: Command = {
  ...wait,
  name: ['messages', 'wait'],
  examples: [{ command: 'agentmail messages wait --timeout 300', about: 'the next mail within 5 minutes' }],
};
