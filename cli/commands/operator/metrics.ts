import { command, result } from '../../command.ts';
import { metricsView } from '../../views/platform.ts';

export const operatorMetrics = command({
  name: ['operator', 'metrics'],
  summary: 'Print the figures that a monitoring system reads from the daemon.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail operator metrics', about: 'what Prometheus gets from /metrics' }],
  endpoints: async () => {
    const { getMetrics } = await import('../../../shared/contract/platform.ts');
    return { getMetrics };
  },
  run: async (context, _input, { getMetrics }) => {
    const client = await context.client();
    return result(await client.call(getMetrics, {}), metricsView);
  },
});
