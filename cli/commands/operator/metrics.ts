import { command, result } from '../../command.ts';
import { metricsView } from '../../views/platform.ts';

export const operatorMetrics = command({
  name: ['operator', 'metrics'],
  summary: "Print the daemon's metrics in Prometheus format.",
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail operator metrics', about: 'print what Prometheus reads from /metrics' },
    {
      command: 'agentmail config set http.metrics_loopback true',
      about: 'let local monitoring read /metrics without a token',
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
