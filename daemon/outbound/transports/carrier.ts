import type { Mail } from './session.ts';
import type { Verdict } from './verdict.ts';

/** A way for mail to leave this machine. */
export interface Carrier {
  /** Resolves when a message to this address may start; the returned function ends its turn. */
  turn(to: string): Promise<() => void>;
  /** Hands over one message; never rejects. */
  send(mail: Mail): Promise<Verdict>;
  /** False when the last try to reach the other side of all mail failed. */
  isHealthy(): boolean;
  /** Ends idle connections; call it when nothing is on its way. */
  close(): void;
}
