import { Histogram, type Registry } from 'prom-client';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type {
  EndOperation,
  Operation,
  OperationTimer,
  SpanFacts,
} from '../../platform/system/measurements.ts';
import type { OpenSpan, SpanStart, Spans } from './spans.ts';

/** Seconds. Most answers take a few milliseconds; a long poll lasts 30 s. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10, 35];

/** Measured operations, with the help of their histograms. */
const OPERATIONS = {
  accept: 'Time to store an arriving message until it is durable, in seconds.',
  inbound_scan:
    'Time from the start of processing an arrived message until its verdict is stored, in seconds.',
  outbound_scan: 'Time to scan an outgoing message, including the wait for a thread, in seconds.',
  send: 'Time of a send or reply, from the rules to its stored outcome, in seconds.',
  dispatch: 'Time to hand a message to another mail server, until its answer, in seconds.',
  wait: 'Time of a call that waits for a message or a decision, in seconds.',
  webhook_delivery: 'Time of an attempt to deliver an event to a webhook, in seconds.',
  commit: 'Time of a database commit, which waits for the disk, in seconds.',
} as const satisfies Record<Operation, string>;

/** Spans of operations; one that isn't listed belongs below what called it. */
const SPAN_STARTS: Partial<Record<Operation, SpanStart | null>> = {
  // These serve a queue, and whatever request woke it isn't their cause.
  accept: { parent: null },
  inbound_scan: { parent: null },
  webhook_delivery: { parent: null, kind: 'client' },
  dispatch: { kind: 'client' },
  // Many writes share one.
  commit: null,
};

/** Measures how long operations take, by their outcome. */
export class Operations implements OperationTimer {
  readonly #histograms: ReadonlyMap<Operation, Histogram<'outcome'>>;

  readonly #spans: Spans | null;

  constructor(registry: Registry, spans: Spans | null) {
    this.#spans = spans;
    this.#histograms = new Map(
      (Object.keys(OPERATIONS) as Operation[]).map((name) => [name, histogramOf(name, registry)]),
    );
  }

  begin(operation: Operation, facts: SpanFacts = {}): EndOperation {
    const span = this.#beginSpan(operation);
    span?.note(facts);
    return this.#measure(operation, span);
  }

  /** Adds to the span of the operation that runs this code. */
  note(facts: SpanFacts): void {
    this.#spans?.note(facts);
  }

  async run<T>(
    operation: Operation,
    work: () => Promise<T>,
    outcomeOf: (result: T) => string = () => 'done',
  ): Promise<T> {
    const span = this.#beginSpan(operation);
    const end = this.#measure(operation, span);
    try {
      const result = await (span ? span.run(work) : work());
      end(outcomeOf(result));
      return result;
    } catch (error) {
      end(error instanceof ServiceError && error.status < 500 ? 'refused' : 'failed');
      throw error;
    }
  }

  #beginSpan(operation: Operation): OpenSpan | undefined {
    const start = SPAN_STARTS[operation];
    return start === null ? undefined : this.#spans?.begin(operation, start ?? {});
  }

  #measure(operation: Operation, span: OpenSpan | undefined): EndOperation {
    const began = performance.now();
    return (outcome) => {
      this.#histograms.get(operation)?.observe({ outcome }, (performance.now() - began) / 1000);
      span?.end({ failed: outcome === 'failed', facts: { outcome } });
    };
  }
}

function histogramOf(name: Operation, registry: Registry): Histogram<'outcome'> {
  const histogram = new Histogram({
    name: `agentmail_${name}_duration_seconds`,
    help: OPERATIONS[name],
    labelNames: ['outcome'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  // Prometheus sees no increase in a series whose first value is the first failure.
  histogram.zero({ outcome: 'failed' });
  return histogram;
}
