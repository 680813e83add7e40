import { command, noEndpoints, result } from '../../command.ts';
import { uninstalledView } from '../../views/service.ts';

export const serviceUninstall = command({
  name: ['service', 'uninstall'],
  summary: 'Stop and remove the service; the home and its mail stay.',
  flags: {},
  arguments: {},
  examples: [
    {
      command: 'agentmail service uninstall',
      about: 'remove it; start the daemon with agentmail up from then on',
    },
  ],
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
