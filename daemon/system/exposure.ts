import { isLoopbackHost } from './loopback.ts';

/** How the API is exposed to other machines, a sentence each; nothing when only this machine reaches it. */
export function exposureOf(bound: string, signup: string): string[] {
  const { hostname } = new URL(`http://${bound}`);
  if (isLoopbackHost(hostname.replace(/^\[|\]$/g, ''))) return [];
  return [
    `The API is open beyond this machine at ${bound}, without TLS: keys and mail can be read on the way.`,
    ...(signup === 'open' ? ['Sign-up is open: everyone who reaches the API can make an account.'] : []),
  ];
}
