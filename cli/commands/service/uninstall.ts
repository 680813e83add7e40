import { command, noEndpoints, result } from '../../command.ts';
import { uninstalledView } from '../../views/service.ts';

export const serviceUninstall = command({
  name: ['service', 'uninstall'],
  summary: 'Stop the service and remove it; the home and its mail stay.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail service uninstall', about: 'agentmail up then starts it by hand again' }],
  codes: ['SERVICE_MANAGER_FAILED'],
  endpoints: noEndpoints,
  run: async (context) => {
    const [{ serviceOf }, { uninstallService }] = await Promise.all([
      import('../../service/definition.ts'),
      import('../../service/install.ts'),
    ]);
    const service = serviceOf(context.world, context.home, { http: undefined, smtp: undefined });
    return result(await uninstallService(context, service), uninstalledView);
  },
});
