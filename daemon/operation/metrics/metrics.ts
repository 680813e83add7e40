import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { measureGroups } from './groups.ts';
import { measureObjects } from './objects.ts';
import { DURATION_BUCKETS, Operations } from './operations.ts';
import type { Spans } from './spans.ts';

/** Counters for a monitoring system. No label names a person. */
export class Metrics {
  readonly registry = new Registry();
  readonly operations: Operations;
  readonly spans: Spans | null;
  /** Callbacks for groups of transactions. */
  readonly groups = measureGroups(this.registry);
  /** Callbacks for the use of the bucket. */
  readonly objects = measureObjects(this.registry);
  readonly #requests = this.#counter('http_requests_total', 'Requests by endpoint and status.', [
    'endpoint',
    'status',
  ]);
  readonly #requestTime = new Histogram({
    name: 'agentmail_http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its response, in seconds.',
    labelNames: ['endpoint'],
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  });
  readonly #events = this.#counter('events_total', 'Events by type.', ['event']);
  readonly #nodesEnded = this.#counter(
    'nodes_ended_total',
    'Other nodes that stopped, or were ended because nobody saw them, as this one noticed.',
    [],
  );
  readonly #sessions = this.#counter('smtp_sessions_total', 'Finished SMTP sessions.', []);
  readonly #messages = this.#counter('smtp_messages_total', 'Messages accepted over SMTP.', []);
  readonly #refusals = this.#counter('smtp_refusals_total', 'Recipients and messages refused over SMTP.', []);
  readonly #taskTime = new Histogram({
    name: 'agentmail_analysis_duration_seconds',
    help: 'Time of a task in the analysis threads, including the wait.',
    labelNames: ['task', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  });

  /** Registers the process metrics. */
  constructor(spans: Spans | null = null) {
    this.spans = spans;
    this.operations = new Operations(this.registry, spans);
    collectDefaultMetrics({ register: this.registry });
  }

  /** `milliseconds` from the head of the request to the end of the answer. */
  requestEnded(endpoint: string, status: number, milliseconds: number): void {
    this.#requests.inc({ endpoint, status });
    this.#requestTime.observe({ endpoint }, milliseconds / 1000);
  }

  eventsRecorded(types: readonly string[]): void {
    for (const event of types) this.#events.inc({ event });
  }

  sessionEnded({ messages, refusals }: { readonly messages: number; readonly refusals: number }): void {
    this.#sessions.inc();
    this.#messages.inc(messages);
    this.#refusals.inc(refusals);
  }

  nodesEnded(count: number): void {
    this.#nodesEnded.inc(count);
  }

  /** Call the returned function when the task ends. */
  taskStarted(task: string): (outcome: 'done' | 'failed') => void {
    const end = this.#taskTime.startTimer({ task });
    return (outcome) => void end({ outcome });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `agentmail_${name}`, help, labelNames, registers: [this.registry] });
  }
}
