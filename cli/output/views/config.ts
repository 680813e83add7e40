import type { ShownConfig } from '../../machine/configuration/configuration.ts';
import { type Block, gap, indented, line, quiet, strong, type View, warning } from './document.ts';

export const configView: View<ShownConfig> = ({
  profile,
  settings,
  daemon_problem: problem,
  restart_needed: restart,
}) => [
  ...(settings.length === 0 ? [line('No settings with this prefix.')] : []),
  ...settings.flatMap((setting) => settingLines(setting, profile)),
  ...(problem === null ? [] : [gap, line(warning('Daemon settings are unavailable:'), problem)]),
  ...(restart.length === 0
    ? []
    : [gap, line(warning(`Takes effect after a restart: ${restart.join(', ')}.`))]),
];

function settingLines(
  { name, of, scope, value, about, choices }: ShownConfig['settings'][number],
  profile: string,
): Block[] {
  const shown = value === null ? quiet('-') : typeof value === 'string' ? value : JSON.stringify(value);
  const among = choices ? ` (${choices.join(', ')})` : '';
  const ofMachine = scope === 'machine' ? " (of the daemon's machine)" : '';
  const whose = of === 'profile' ? ` (of profile ${profile})` : ofMachine;
  return [line(strong(name), shown), indented(2, quiet(`${about}${among}${whose}`))];
}
