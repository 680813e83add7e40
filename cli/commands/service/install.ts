import { command, flag, noEndpoints, result } from '../../command.ts';
import { serviceView } from '../../views/service.ts';
import { listenFlags } from './flags.ts';

export const serviceInstall = command({
  name: ['service', 'install'],
  summary: 'Have the system start the daemon at login, and again when it fails.',
  description:
    'Linux: a unit of your own systemd; macOS: an agent of launchd. No root is needed. A Linux user whose services are to\n' +
    'run without being logged in needs: loginctl enable-linger. agentmail down stops it until agentmail up or a login.',
  flags: {
    ...listenFlags,
    print: flag('--print', 'Print the file that would be written, and do nothing.'),
  },
  arguments: {},
  examples: [
    { command: 'agentmail service install', about: 'from now on; then agentmail up makes the account' },
    { command: 'agentmail service install --print', about: 'what it would write' },
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
