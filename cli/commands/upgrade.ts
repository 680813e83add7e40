import { command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { flag } from '../input/options/kinds.ts';
import { upgradeView } from '../output/views/upgrade.ts';

export const upgrade = command({
  name: ['upgrade'],
  summary: 'Check whether a newer version is published.',
  description:
    'Asks the registry that npm is configured to use (npm_config_registry or registry in ~/.npmrc). Nothing is installed, and no other\n' +
    'command or daemon asks.',
  flags: { check: flag('--check', 'Compare the installed version with the newest one.') },
  arguments: {},
  examples: [{ command: 'agentmail upgrade --check', about: 'print both versions and how to upgrade' }],
  codes: ['REGISTRY_FAILED'],
  run: async ({ world }, { check }) => {
    if (!check) throw new UsageError("agentmail doesn't upgrade itself.", 'agentmail upgrade --check');
    const { isOlder, newestVersion } = await import('../tasks/upgrade/newest.ts');
    const installed = world.machine.version;
    const { newest, ...source } = await newestVersion(world);
    return result({ installed, newest, up_to_date: !isOlder(installed, newest), ...source }, upgradeView);
  },
});
