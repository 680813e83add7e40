import { CLIENT_LIMITS } from '../../platform/system/client-limits.ts';
import type { RulesContext } from '../../rules/context.ts';
import { type AttemptFacts, judge, type Verdict } from './outcome.ts';

/** JSON for a receiver that somebody else chose. */
export interface JsonPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that win over `headers`. */
  readonly fixedHeaders?: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly receiver: AttemptFacts['webhook'];
}

/**
 * Posts once, within the time that receivers get. Null when the daemon stopped meanwhile, so that it doesn't
 * count.
 */
export async function attemptPost(
  { clock, config, poster }: Pick<RulesContext, 'clock' | 'config' | 'poster'>,
  { url, headers, fixedHeaders, body, receiver }: JsonPost,
  stopping: AbortSignal,
): Promise<Verdict | null> {
  const timeout = new AbortController();
  const cancel = clock.callAfter(CLIENT_LIMITS.post.whole, () => timeout.abort());
  try {
    const outcome = await poster.post({
      url,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'user-agent': `agentmail-webhooks/${config.version}`,
        ...fixedHeaders,
      },
      body,
      signal: AbortSignal.any([timeout.signal, stopping]),
    });
    if (outcome.kind === 'failed' && stopping.aborted) return null;
    return judge({ outcome, timedOut: timeout.signal.aborted, webhook: receiver });
  } finally {
    cancel();
  }
}
