import type { Endpoint } from '../endpoint.ts';
import recorded from './examples.json' with { type: 'json' };

/** One call of an endpoint, as a run of the service recorded it. Lists have one entry. */
export interface RecordedCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** By status. */
  readonly replies: Readonly<Record<string, unknown>>;
}

const EXAMPLES: Readonly<Record<string, RecordedCall>> = recorded;

/** Returns the example of an endpoint; undefined for streams and files. */
export function exampleOf({ id }: Endpoint): RecordedCall | undefined {
  return EXAMPLES[id];
}
