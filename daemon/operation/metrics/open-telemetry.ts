import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Log } from '../../platform/system/log.ts';
import type { SpanFacts } from '../../platform/system/measurements.ts';
import type { OpenSpan, SpanStart, Spans } from './spans.ts';

/** Milliseconds for which the end of the daemon waits for a collector. */
const FLUSH_TIME = 3000;
const NAME = 'agentmaild';

const EXPORTERS = { 'http/protobuf': ProtobufExporter, 'http/json': JsonExporter } as const;
type Protocol = keyof typeof EXPORTERS;

/** Loads OpenTelemetry: import it only when traces are on. */
export function isProtocol(name: string): name is Protocol {
  return Object.hasOwn(EXPORTERS, name);
}

interface ExportOptions {
  readonly protocol: Protocol;
  readonly version: string;
  readonly log: Log;
}

/** The SDK reads the other OTEL_ variables itself: endpoints, headers, sampler, batches, limits. */
export function exportSpans({ protocol, version, log }: ExportOptions): Spans {
  const report = (...reason: readonly unknown[]) =>
    log.warn({ reason: reason.join(' ') }, 'traces not exported');
  const silent = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': NAME, 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new EXPORTERS[protocol]())],
  });
  return new ExportedSpans(provider, { version, report });
}

/** Registers nothing globally: daemons of one process have spans of their own. */
class ExportedSpans implements Spans {
  readonly #provider: BasicTracerProvider;
  readonly #version: string;
  readonly #report: (error: unknown) => void;
  readonly #current = new AsyncLocalStorage<ExportedSpan>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor(
    provider: BasicTracerProvider,
    { version, report }: { readonly version: string; readonly report: (error: unknown) => void },
  ) {
    this.#provider = provider;
    this.#version = version;
    this.#report = report;
  }

  begin(name: string, { kind, parent, facts = {} }: SpanStart): OpenSpan {
    const span = this.#provider.getTracer(NAME, this.#version).startSpan(
      name,
      {
        kind: kind ? SpanKind[kind === 'server' ? 'SERVER' : 'CLIENT'] : SpanKind.INTERNAL,
        attributes: attributesOf(facts),
      },
      this.#parentContext(parent),
    );
    return new ExportedSpan(span, this.#current);
  }

  note(facts: SpanFacts): void {
    this.#current.getStore()?.note(facts);
  }

  async close(): Promise<void> {
    const ended = this.#provider.shutdown().catch(this.#report);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#report('the collector takes too long; the last spans are lost');
        resolve();
      }, FLUSH_TIME);
    });
    await Promise.race([ended, late]);
    clearTimeout(timer);
  }

  #parentContext(parent: SpanStart['parent']): Context {
    if (parent) return this.#propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter);
    const current = parent === null ? undefined : this.#current.getStore();
    // Timers and queues that a request started run on in its context when it's long answered.
    return current?.isOpen ? trace.setSpan(ROOT_CONTEXT, current.span) : ROOT_CONTEXT;
  }
}

class ExportedSpan implements OpenSpan {
  readonly span: Span;
  readonly #current: AsyncLocalStorage<ExportedSpan>;
  isOpen = true;

  constructor(span: Span, current: AsyncLocalStorage<ExportedSpan>) {
    this.span = span;
    this.#current = current;
  }

  run<T>(work: () => T): T {
    return this.#current.run(this, work);
  }

  note(facts: SpanFacts): void {
    if (this.isOpen) this.span.setAttributes(attributesOf(facts));
  }

  end({ failed, facts }: { readonly failed: boolean; readonly facts: SpanFacts }): void {
    this.note(facts);
    if (failed) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.isOpen = false;
    this.span.end();
  }
}

/** Names without a dot are ours, others those of OpenTelemetry's conventions. */
function attributesOf(facts: SpanFacts): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name.includes('.') ? name : `agentmail.${name}`,
      typeof value === 'object' ? [...value] : value,
    ]),
  );
}
