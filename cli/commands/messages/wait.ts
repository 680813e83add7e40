import type { Command } from '../../command.ts';
import { wait } from '../wait.ts';

/** The daily verb under the name that the noun's list leads to. */
export const messagesWait: Command = { ...wait, name: ['messages', 'wait'] };
