import { isLoopbackHost } from './loopback.ts';

/** Warnings about an API that other machines can reach, one sentence each; empty on loopback. */
export function exposureOf(bound: string, signup: string): string[] {
  const { hostname } = new URL(`http://${bound}`);
  if (isLoopbackHost(hostname.replace(/^\[|\]$/g, ''))) return [];
  return [
    `Other machines can reach the API at ${bound}. It has no TLS, so keys and mail can be read on the network.`,
    ...(signup === 'open' ? ['Sign-up is open: anyone who can reach the API can create an account.'] : []),
  ];
}
