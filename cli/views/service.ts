import type { ServiceState } from '../service/install.ts';
import { type Cell, fields, good, line, quiet, strong, type View, warning } from './document.ts';

export const serviceView: View<ServiceState> = ({ name, file, installed, current, running }) => [
  line(installed ? runningCell(running) : 'No service.'),
  fields(
    ['service', strong(name)],
    ['file', file],
    ...(current === false
      ? [['file is', warning('of other flags or another version; install again')] as const]
      : []),
  ),
  ...(installed && running
    ? [line(quiet("It makes the owner's account when there is none: agentmail up"))]
    : []),
];

function runningCell(running: boolean | null): Cell {
  if (running === null) return warning('The service is installed; whether it runs cannot be told from here.');
  return running ? good('The service runs.') : warning('The service does not run.');
}

export const uninstalledView: View<ServiceState> = ({ name }) => [
  line(`The service ${name} is gone; the home stays as it is.`),
];
