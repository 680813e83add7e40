import { command, result } from '../../command.ts';
import { metricsView } from '../../views/platform.ts';

export const operatorMetrics = command({
  name: ['operator', 'metrics'],
  summary: 'Print the figures that a monitoring system reads from the daemon.',
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail operator metrics', about: 'what Prometheus gets from /metrics' },
    {
      command: 'agentmail config set http.metrics_loopback true',
      about: 'lets monitoring of this machine read /metrics without the token',
    },
  ],
  endpoints: async () => {
    const { getMetrics } = await import('../../../shared/contract/platform.ts');
    return { getMetrics };
  },
  run: async (context, _input, { getMetrics }) => {
    const client = await context.client();
    const metrics = await client.call(getMetrics, {});
    // Piped output is for Prometheus.
    if (context.jsonAsked || !context.json) return result({ metrics }, metricsView);
    context.raw(metrics);
    return 'ok';
  },
});
