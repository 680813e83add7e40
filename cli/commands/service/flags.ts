import { text } from '../../command.ts';

/** Where the daemon of a service listens. */
export const listenFlags = {
  http: text('--http <HOST:PORT>', 'Where the API listens. Default: 127.0.0.1:4310.'),
  smtp: text('--smtp <HOST:PORT>', 'Where mail is received. Default: 127.0.0.1:2525.'),
};
