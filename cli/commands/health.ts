import { command } from '../command.ts';
import { healthView } from '../output/views/platform.ts';

export const health = command({
  name: ['health'],
  summary: 'Show the health and capabilities of the daemon; needs no key.',
  examples: [{ command: 'agentmail health --json', about: 'check the daemon from a monitor' }],
  endpoint: async () => (await import('../../shared/contract/platform.ts')).getHealth,
  view: healthView,
});
