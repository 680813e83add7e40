import { isLoopbackHost } from './loopback.ts';

/** Addresses that listeners are bound to, as `host:port`. */
interface Bound {
  readonly httpBound: string;
  readonly webBound: string | null;
}

/** Warnings about an API that other machines can reach, one sentence each; empty on loopback. */
export function exposureOf({ httpBound, webBound }: Bound, signup: string): string[] {
  const exposed = [httpBound, ...(webBound === null ? [] : [webBound])].filter((bound) => {
    const { hostname } = new URL(`http://${bound}`);
    return !isLoopbackHost(hostname.replace(/^\[|\]$/g, ''));
  });
  if (exposed.length === 0) return [];
  return [
    `Other machines can reach the API at ${exposed.join(' and ')}. It has no TLS, so keys and mail can be read on the network.`,
    ...(signup === 'open' ? ['Sign-up is open: anyone who can reach the API can create an account.'] : []),
  ];
}
