import type { ServiceState } from '../service/install.ts';
import { fields, good, line, quiet, strong, type View, warning } from './document.ts';

export const serviceView: View<ServiceState> = ({ name, file, installed, current, running }) => [
  line(
    installed ? (running ? good('The service runs.') : warning('The service does not run.')) : 'No service.',
  ),
  fields(
    ['service', strong(name)],
    ['file', file],
    ...(current === false
      ? [['file is', warning('of other flags or another version; install again')] as const]
      : []),
    ...(running === null ? [['manager', warning('cannot be asked from here')] as const] : []),
  ),
  ...(installed && running
    ? [line(quiet("It makes the owner's account when there is none: agentmail up"))]
    : []),
];

export const uninstalledView: View<ServiceState> = ({ name }) => [
  line(`The service ${name} is gone; the home stays as it is.`),
];
