import type { Config } from '../configuration/configuration.ts';
import { gap, line, quiet, strong, table, type View, warning } from './document.ts';

export const configView: View<Config> = ({
  profile,
  settings,
  daemon_problem: problem,
  restart_needed: restart,
}) => [
  table(
    [{ title: 'setting' }, { title: 'value', flexible: true }, { title: 'decides', flexible: true }],
    settings.map(({ name, of, value, about, choices }) => [
      strong(name),
      value === null ? quiet('-') : typeof value === 'string' ? value : JSON.stringify(value),
      quiet(
        [
          ...(choices ? [`${choices.join(', ')}:`] : []),
          about,
          ...(of === 'profile' ? [`(of profile ${profile})`] : []),
        ].join(' '),
      ),
    ]),
    'No setting begins like that.',
  ),
  ...(problem === null ? [] : [gap, line(warning('The settings of the daemon cannot be shown:'), problem)]),
  ...(restart.length === 0
    ? []
    : [gap, line(warning(`In force after the next start: ${restart.join(', ')}.`))]),
];
