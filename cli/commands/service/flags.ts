import { listenFlag } from '../../listen-flag.ts';

/** Listeners of a service's daemon. */
export const listenFlags = {
  http: listenFlag('--http <HOST:PORT>', 'Where the API listens. Default: 127.0.0.1:4310.'),
  smtp: listenFlag('--smtp <HOST:PORT>', 'Where mail is received. Default: 127.0.0.1:2525.'),
};
