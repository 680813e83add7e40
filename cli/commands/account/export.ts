import { command } from '../../command.ts';

export const accountExport = command({
  name: ['account', 'export'],
  summary: 'Print everything that the account holds as JSON.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account export > account.json', about: 'without secrets' }],
  endpoints: async () => {
    const { exportAccount } = await import('../../../shared/contract/account-life.ts');
    return { exportAccount };
  },
  run: async (context, _input, { exportAccount }) => {
    const client = await context.client();
    const response = await client.open(exportAccount, {});
    context.raw(await response.text());
    return 'ok' as const;
  },
});
