import {
  type Cell,
  fields,
  good,
  line,
  quiet,
  strong,
  type View,
  warning,
} from '../../output/views/document.ts';
import type { ServiceState } from './install.ts';

export const serviceView: View<ServiceState> = ({ name, file, installed, current, running }) => [
  line(installed ? runningCell(running) : 'No service installed.'),
  fields(
    ['service', strong(name)],
    ['file', file],
    ...(current === false
      ? [['outdated', warning('written by another version or with other flags; install again')] as const]
      : []),
  ),
  ...(installed && running
    ? [line(quiet("To create the owner's account, if there is none: agentmail up"))]
    : []),
];

function runningCell(running: boolean | null): Cell {
  if (running === null) return warning("The service is installed; its state can't be determined from here.");
  return running ? good('The service is running.') : warning("The service isn't running.");
}

export const uninstalledView: View<ServiceState> = ({ name }) => [
  line(`The service ${name} is removed; the home stays as it is.`),
];
