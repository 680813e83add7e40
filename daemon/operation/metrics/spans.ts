import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../platform/settings/config.ts';
import type { Log } from '../../platform/system/log.ts';
import type { SpanFacts } from '../../platform/system/measurements.ts';

export interface SpanStart {
  readonly kind?: 'server' | 'client';
  /**
   * Headers of a request, whose `traceparent` names the parent. Null starts a trace; without it the span
   * continues the one that runs this code, as long as that is open.
   */
  readonly parent?: IncomingHttpHeaders | null;
  readonly facts?: SpanFacts;
}

/** A span that hasn't ended. */
export interface OpenSpan {
  /** Runs `work` so that spans which it begins are below this one. */
  run<T>(work: () => T): T;
  note(facts: SpanFacts): void;
  end(outcome: { readonly failed: boolean; readonly facts: SpanFacts }): void;
}

/** Records operations as spans and exports them. */
export interface Spans {
  begin(name: string, start: SpanStart): OpenSpan;
  /** Adds to the span that runs this code. */
  note(facts: SpanFacts): void;
  /** Exports what is left, as far as that takes a few seconds only. */
  close(): Promise<void>;
}

/** Null unless the environment names a collector: OpenTelemetry isn't loaded then. */
export async function openSpans(
  { traces, version }: Pick<Config, 'traces' | 'version'>,
  log: Log,
): Promise<Spans | null> {
  if (traces === null) return null;
  const { exportSpans, isProtocol } = await import('./open-telemetry.ts');
  if (isProtocol(traces)) return exportSpans({ protocol: traces, version, log });
  log.warn({ protocol: traces }, 'traces are off: OTEL_EXPORTER_OTLP_PROTOCOL must be one of OTLP over HTTP');
  return null;
}
