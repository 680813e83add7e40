import { Extractor } from '../../daemon/content/extract/extractor.ts';
import type { TimedOut } from '../../daemon/content/extract/messages.ts';
import type { Context } from '../../daemon/context.ts';

/** Milliseconds: a busy machine doesn't read a document within the time that a verdict waits. */
const PATIENCE = 240_000;

type Task = Parameters<Extractor['extract']>;

/** The extractor of one daemon, which uses that of the process and answers on its own when it's closed. */
class LentExtractor extends Extractor {
  readonly #lender: Extractor;
  readonly #closed = Promise.withResolvers<TimedOut>();

  constructor(lender: Extractor) {
    super();
    this.#lender = lender;
  }

  override extract(...[kind, source, limits]: Task): ReturnType<Extractor['extract']> {
    const patient = { ...limits, timeout: Math.max(limits.timeout, PATIENCE) };
    return Promise.race([this.#closed.promise, this.#lender.extract(kind, source, patient)]);
  }

  override close(): void {
    this.#closed.resolve({ timedOut: true });
  }

  override get pid(): number | undefined {
    return this.#lender.pid;
  }
}

const lenders = { arriving: new Extractor(), pending: new Extractor(), outgoing: new Extractor() };

/**
 * A process that reads documents takes a second to begin: the daemons of a test process have theirs in
 * common.
 */
export function lentExtraction(): Context['extraction'] {
  return {
    arriving: new LentExtractor(lenders.arriving),
    pending: new LentExtractor(lenders.pending),
    outgoing: new LentExtractor(lenders.outgoing),
  };
}
