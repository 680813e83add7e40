import { readListenAddress } from '../../shared/listen-address.ts';
import type { Flag } from '../command.ts';

/** A flag that says where the daemon listens. */
export function listenFlag(flags: string, about: string): Flag<string | undefined> {
  return { flags, about, parse: listenAddress };
}

function listenAddress(text: string): string {
  if (readListenAddress(text)) return text;
  throw new TypeError('Use HOST:PORT, such as 127.0.0.1:4310.');
}
