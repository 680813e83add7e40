import { listenFlag } from '../../listen-flag.ts';

/** Listeners of a service's daemon. */
export const listenFlags = {
  http: listenFlag('--http <HOST:PORT>', 'Address of the REST API. Default: 127.0.0.1:4310.'),
  smtp: listenFlag('--smtp <HOST:PORT>', 'Address of the SMTP listener. Default: 127.0.0.1:2525.'),
};
