import { command } from '../command.ts';
import { quotaView } from '../output/views/account.ts';

export const quota = command({
  name: ['quota'],
  summary: 'Show how many sends are left today.',
  examples: [{ command: 'agentmail quota', about: 'check before a batch of messages' }],
  endpoint: async () => (await import('../../shared/contract/accounts.ts')).getQuota,
  view: quotaView,
});
