import { type Command, command, result } from '../command.ts';
import { flag, listenFlag } from '../input/options/kinds.ts';
import { serviceView, uninstalledView } from '../tasks/service/view.ts';

/** Listeners of the daemon. */
const listenFlags = {
  http: listenFlag('--http <HOST:PORT>', 'Address of the REST API. Default: 127.0.0.1:4310.'),
  smtp: listenFlag('--smtp <HOST:PORT>', 'Address of the SMTP listener. Default: 127.0.0.1:2525.'),
};

export const service: readonly Command[] = [
  command({
    name: ['service', 'install'],
    summary: 'Install the daemon as a service that starts at login.',
    description:
      'Linux: a systemd user unit. macOS: a launchd agent. Neither needs root. On Linux, to keep it\n' +
      "running while you're logged out, run loginctl enable-linger. agentmail down stops it until\n" +
      'agentmail up or the next login.',
    flags: {
      ...listenFlags,
      print: flag('--print', 'Print the service file without installing it.'),
    },
    examples: [
      {
        command: 'agentmail service install',
        about: 'install it now; then agentmail up creates the account',
      },
      { command: 'agentmail service install --print', about: 'print the service file' },
    ],
    codes: ['SERVICE_MANAGER_FAILED', 'NOT_STARTED'],
    run: async (context, input) => {
      const [{ serviceOf }, { installService }] = await Promise.all([
        import('../tasks/service/definition.ts'),
        import('../tasks/service/install.ts'),
      ]);
      const service = serviceOf(context.world, context.home, input);
      if (!input.print) return result(await installService(context, service), serviceView);
      context.raw(service.content);
      return 'ok';
    },
  }),
  command({
    name: ['service', 'status'],
    summary: 'Show whether the service is installed, current and running.',
    flags: listenFlags,
    examples: [
      { command: 'agentmail service status --json', about: 'check it; current is false after a Node update' },
    ],
    run: async (context, input) => {
      const [{ serviceOf }, { serviceState }] = await Promise.all([
        import('../tasks/service/definition.ts'),
        import('../tasks/service/install.ts'),
      ]);
      return result(await serviceState(context, serviceOf(context.world, context.home, input)), serviceView);
    },
  }),
  command({
    name: ['service', 'uninstall'],
    summary: 'Stop and remove the service; the home and its mail stay.',
    examples: [
      {
        command: 'agentmail service uninstall',
        about: 'remove it; start the daemon with agentmail up from then on',
      },
    ],
    codes: ['SERVICE_MANAGER_FAILED'],
    run: async (context) => {
      const [{ serviceOf }, { uninstallService }] = await Promise.all([
        import('../tasks/service/definition.ts'),
        import('../tasks/service/install.ts'),
      ]);
      const service = serviceOf(context.world, context.home, { http: undefined, smtp: undefined });
      return result(await uninstallService(context, service), uninstalledView);
    },
  }),
];
