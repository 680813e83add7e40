import { command, noEndpoints, result } from '../../command.ts';
import { serviceView } from '../../views/service.ts';
import { listenFlags } from './flags.ts';

export const serviceStatus = command({
  name: ['service', 'status'],
  summary: 'Tell whether the service is installed, current and running.',
  flags: listenFlags,
  arguments: {},
  examples: [
    { command: 'agentmail service status --json', about: 'current is false after an update of Node' },
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
