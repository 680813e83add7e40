import { command, flag, noEndpoints, result } from '../../command.ts';
import { serviceView } from '../../views/service.ts';
import { listenFlags } from './flags.ts';

export const serviceInstall = command({
  name: ['service', 'install'],
  summary: 'Install the daemon as a service that starts at login and after failures.',
  description:
    'Linux: a systemd user unit. macOS: a launchd agent. Neither needs root. On Linux, to keep it\n' +
    "running while you're logged out, run loginctl enable-linger. agentmail down stops it until\n" +
    'agentmail up or the next login.',
  flags: {
    ...listenFlags,
    print: flag('--print', 'Print the service file without installing it.'),
  },
  arguments: {},
  examples: [
    { command: 'agentmail service install', about: 'install it now; then agentmail up creates the account' },
    { command: 'agentmail service install --print', about: 'print the service file' },
  ],
  codes: ['SERVICE_MANAGER_FAILED', 'NOT_STARTED'],
  endpoints: noEndpoints,
  run: async (context, input) => {
    const [{ serviceOf }, { installService }] = await Promise.all([
      import('../../service/definition.ts'),
      import('../../service/install.ts'),
    ]);
    const service = serviceOf(context.world, context.home, input);
    if (!input.print) return result(await installService(context, service), serviceView);
    context.raw(service.content);
    return 'ok';
  },
});
