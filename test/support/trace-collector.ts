import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A real receiver of OTLP over HTTP, which keeps what it is sent. */

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}
interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}
interface OtlpSpan extends Pick<CollectedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name'> {
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code?: number };
}
interface OtlpExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

export interface CollectedExport {
  readonly path: string;
  readonly type: string | undefined;
  readonly body: Buffer;
}

const STATUS_ERROR = 2;

export class TraceCollector {
  readonly exports: CollectedExport[] = [];
  readonly origin: string;

  private constructor(origin: string) {
    this.origin = origin;
  }

  /** Runs until the test ends. `status` is its answer. */
  static async start(status = 200): Promise<TraceCollector> {
    const server = createServer(async (request, response) => {
      const body = await buffer(request);
      collector.exports.push({ path: request.url ?? '', type: request.headers['content-type'], body });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const collector = new TraceCollector(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return collector;
  }

  get text(): string {
    return this.exports.map(({ body }) => body.toString('latin1')).join('\n');
  }

  /** Spans that came as JSON. */
  get spans(): CollectedSpan[] {
    return this.#resources()
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      .map(({ attributes, status, ...span }) => ({
        ...span,
        attributes: plain(attributes),
        failed: status.code === STATUS_ERROR,
      }));
  }

  /** The attributes of the first sender. */
  get sender(): Readonly<Record<string, unknown>> {
    return plain(this.#resources()[0]?.resource.attributes ?? []);
  }

  #resources(): OtlpExport['resourceSpans'] {
    return this.exports.flatMap(
      ({ body }) => (JSON.parse(body.toString('utf8')) as OtlpExport).resourceSpans,
    );
  }
}

function plain(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue({ stringValue, intValue, arrayValue }: OtlpValue): unknown {
  return stringValue ?? intValue ?? arrayValue?.values.map(plainValue);
}
