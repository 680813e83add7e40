import { command, result } from '../../../command.ts';
import { probeView } from '../../../views/operator-mail.ts';

/** A silent relay has long timeouts. */
const PROBE_TIMEOUT_MS = 2 * 60_000;

export const operatorMailProbe = command({
  name: ['operator', 'mail', 'probe'],
  summary: 'Connect and sign in to the relay without sending anything.',
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail operator mail probe', about: 'test mail.relay before restarting the daemon' },
  ],
  exits: ['transient', 'refused'],
  endpoints: async () => {
    const { probeRelay } = await import('../../../../shared/contract/operator-mail.ts');
    return { probeRelay };
  },
  run: async (context, _input, { probeRelay }) => {
    const client = await context.client();
    const probe = await client.call(probeRelay, { timeoutMs: PROBE_TIMEOUT_MS });
    const failure = probe.stage === 'connect' ? 'transient' : 'refused';
    return result(probe, probeView, probe.ok ? 'ok' : failure);
  },
});
