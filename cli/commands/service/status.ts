import { command, noEndpoints, result } from '../../command.ts';
import { serviceView } from '../../views/service.ts';
import { listenFlags } from './flags.ts';

export const serviceStatus = command({
  name: ['service', 'status'],
  summary: 'Show whether the service is installed, current and running.',
  flags: listenFlags,
  arguments: {},
  examples: [
    { command: 'agentmail service status --json', about: 'check it; current is false after a Node update' },
  ],
  endpoints: noEndpoints,
  run: async (context, input) => {
    const [{ serviceOf }, { serviceState }] = await Promise.all([
      import('../../service/definition.ts'),
      import('../../service/install.ts'),
    ]);
    return result(await serviceState(context, serviceOf(context.world, context.home, input)), serviceView);
  },
});
