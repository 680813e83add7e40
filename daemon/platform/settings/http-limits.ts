import { MINUTE, SECOND } from '../system/clock.ts';

/** Limits of the HTTP listener. */
export interface HttpLimits {
  /** Connections open at once; further ones are closed. */
  readonly connections: number;
  /**
   * Connections open at once from one address block; further ones get 503. The loopback addresses and trusted
   * proxies are exempt, since many callers share them.
   */
  readonly connectionsPerAddress: number;
  /** Requests on one connection; the answer to the last one closes it. */
  readonly requestsPerConnection: number;
  /**
   * Milliseconds for the head of a request to arrive, counted from the connection or the head's first byte.
   */
  readonly headTime: number;
  /** Milliseconds for a whole request to arrive. */
  readonly requestTime: number;
  /** Milliseconds between checks of the two times above. */
  readonly checkInterval: number;
  /** Milliseconds that an answer waits for a client that reads nothing. */
  readonly stallTime: number;
  /** Milliseconds for the answers to a client that has ended its side of the connection. */
  readonly halfOpenTime: number;
}

export const HTTP_LIMITS: HttpLimits = {
  connections: 2048,
  connectionsPerAddress: 256,
  requestsPerConnection: 10_000,
  headTime: 10 * SECOND,
  requestTime: 30 * SECOND,
  checkInterval: 5 * SECOND,
  stallTime: 1 * MINUTE,
  halfOpenTime: 5 * SECOND,
};
