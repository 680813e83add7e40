import { afterEach, describe, expect, it, vi } from 'vitest';
import { readInvocation } from '../../../daemon/entry/command-line/invocation.ts';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { startReceiving } from '../../support/receiving.ts';
import { scriptedMailServer, takeEverything } from '../../support/scripted-mail-server.ts';
import { createAgent, createTenant, type Service, startService, type Tenant } from '../../support/service.ts';
import { type CollectedSpan, TraceCollector } from '../../support/trace-collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = (sampled: boolean) => `00-${TRACE}-${CALLER}-0${sampled ? 1 : 0}`;

/** The SDK reads its variables when the daemon starts. */
function environment(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

async function collecting(status?: number): Promise<TraceCollector> {
  const collector = await TraceCollector.start(status);
  environment({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin });
  return collector;
}

function named(collector: TraceCollector, name: string): CollectedSpan[] {
  return collector.spans.filter((span) => span.name === name);
}

function only(collector: TraceCollector, name: string): CollectedSpan {
  const spans = named(collector, name);
  expect(spans.map((span) => span.name)).toEqual([name]);
  return spans[0] as CollectedSpan;
}

async function send(service: Service, { admin, mailbox }: Tenant, headers = {}) {
  return service.call({ key: admin, headers }, api.send, {
    from_mailbox: mailbox.id,
    to: 'bob@there.example',
    subject: 'Confidential subject',
    body: 'Confidential text',
  });
}

afterEach(() => vi.unstubAllEnvs());

describe('traces', () => {
  it("continue the caller's trace through a send, its scan and its dispatch", async () => {
    const collector = await collecting();
    environment({ OTEL_SERVICE_NAME: 'mail-of-ours', OTEL_RESOURCE_ATTRIBUTES: 'deployment=blue' });
    const relay = await scriptedMailServer((peer) => takeEverything(peer));
    const service = await startService({
      config: {
        traces: 'http/json',
        deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${relay.port}` } },
      },
    });
    const owner = await createTenant(service);
    const sent = await send(service, owner, { traceparent: traceparent(true) });
    await service.stop();

    const ids = { 'agentmail.account_id': owner.accountId, 'agentmail.message_id': sent.body.message_id };
    const request = only(collector, 'POST /v1/messages/send');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, failed: false });
    expect(request.attributes).toEqual({
      'agentmail.endpoint': 'messages.send',
      'agentmail.request_id': sent.headers.get('x-request-id'),
      'agentmail.account_id': owner.accountId,
      'http.request.method': 'POST',
      'http.route': '/v1/messages/send',
      'http.response.status_code': 200,
    });
    const operation = only(collector, 'send');
    expect(operation).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId });
    expect(operation.attributes).toEqual({
      'agentmail.message_id': sent.body.message_id,
      'agentmail.outcome': 'done',
    });
    const scan = only(collector, 'outbound_scan');
    expect(scan).toMatchObject({ traceId: TRACE, parentSpanId: operation.spanId });
    expect(scan.attributes).toEqual({ ...ids, 'agentmail.outcome': 'done' });
    const dispatch = only(collector, 'dispatch');
    expect(dispatch).toMatchObject({ traceId: TRACE, parentSpanId: operation.spanId });
    expect(dispatch.attributes).toEqual({ ...ids, 'agentmail.outcome': 'accepted' });
    expect(collector.sender).toMatchObject({
      'service.name': 'mail-of-ours',
      'service.version': '0.0.0-test',
      deployment: 'blue',
    });
    expect(new Set(collector.exports.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    for (const secret of ['Confidential', 'there.example', owner.mailbox.address, owner.admin]) {
      expect(collector.text).not.toContain(secret);
    }
  });

  it('show the arrival of a message, its scan and the delivery of its event, with their IDs only', async () => {
    const collector = await collecting();
    const { service, tenant, receiver, stop } = await startReceiving({ traces: 'http/json' });
    const webhook = await service.must(tenant.admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: ['message.received'],
    });
    const mail = { from: 'ann@example.org', to: tenant.mailbox.address };
    await service.deliver({ ...mail, subject: 'Confidential subject', text: 'Confidential text' });
    await service.drain();
    const { messages } = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
    await stop();

    const [message] = messages;
    expect(only(collector, 'accept').attributes).toEqual({
      'agentmail.message_ids': [message?.id],
      'agentmail.outcome': 'done',
    });
    expect(only(collector, 'inbound_scan').attributes).toEqual({
      'agentmail.message_id': message?.id,
      'agentmail.account_id': tenant.accountId,
      'agentmail.outcome': 'done',
    });
    const delivery = only(collector, 'webhook_delivery');
    expect(delivery.attributes).toEqual({
      'agentmail.delivery_id': receiver.requests[0]?.event.id,
      'agentmail.webhook_id': webhook.webhook.id,
      'agentmail.account_id': tenant.accountId,
      'agentmail.outcome': 'delivered',
    });
    // A queue works for no single request.
    expect(delivery.parentSpanId ?? '').toBe('');
    expect(receiver.requests[0]?.headers).not.toHaveProperty('traceparent');
    for (const secret of ['Confidential', 'ann@', 'example.org', tenant.mailbox.address]) {
      expect(collector.text).not.toContain(secret);
    }
  });

  it("show a model's request and what its tools do below it, and requests of pages", async () => {
    const collector = await collecting();
    const service = await startService({ config: { traces: 'http/json' } });
    const owner = await createTenant(service);
    const headers = {
      authorization: `Bearer ${await createAgent(service, owner.admin, owner.mailbox.id)}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      traceparent: traceparent(true),
    };
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'send_message',
        arguments: { to: 'bob@there.example', subject: 'Confidential subject', body: 'Confidential text' },
      },
    };
    const { http } = service.daemon.runtime;
    const answer = await fetch(`${http}/mcp`, { method: 'POST', headers, body: JSON.stringify(call) });
    expect(await answer.text()).toContain('"status":"sent"');
    await fetch(`${http}/unsubscribe/secret-token`);
    expect((await fetch(`${http}/docs`)).status).toBe(200);
    await service.stop();

    const request = only(collector, 'POST /mcp');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, failed: false });
    expect(request.attributes).toMatchObject({
      'agentmail.endpoint': 'mcp',
      'agentmail.account_id': owner.accountId,
      'http.route': '/mcp',
      'http.response.status_code': 200,
    });
    expect(only(collector, 'send')).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId });
    expect(only(collector, 'GET /docs').attributes).toMatchObject({ 'http.response.status_code': 200 });
    expect(collector.text).not.toContain('secret-token');
    expect(collector.text).not.toContain('Confidential');
  });

  it('leave out what the caller or the sampler left out', async () => {
    const collector = await collecting();
    const service = await startService({ config: { traces: 'http/json' } });
    await service.call({ headers: { traceparent: traceparent(false) } }, api.getHealth);
    await service.call({ headers: { traceparent: 'nonsense' } }, api.getHealth);
    await service.stop();
    expect(only(collector, 'GET /v1/health').traceId).not.toBe(TRACE);

    environment({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
    const quiet = await startService({ config: { traces: 'http/json' } });
    await quiet.call(null, api.getHealth);
    await quiet.call({ headers: { traceparent: traceparent(true) } }, api.getHealth);
    await quiet.stop();
    expect(named(collector, 'GET /v1/health').map(({ traceId }) => traceId === TRACE)).toEqual([false, true]);
  });

  it('that nobody takes disturb neither work nor stop, and the log says so', async () => {
    const collector = await collecting(400);
    environment({ OTEL_BSP_SCHEDULE_DELAY: '1' });
    const lines: string[] = [];
    const service = await startService({
      config: { traces: 'http/protobuf', logLevel: 'warn' },
      overrides: { logStream: { write: (line: string) => void lines.push(line) } },
    });
    const owner = await createTenant(service);
    expect((await send(service, owner)).status).toBe(200);
    await expect.poll(() => collector.text).toContain('outbound_scan');
    await expect.poll(() => lines.join('')).toContain('traces not exported');
    expect((await send(service, owner)).status).toBe(200);
    await service.stop();
    expect(collector.exports[0]?.type).toBe('application/x-protobuf');
  });

  it('are off with a protocol that is not spoken, and the log says so', async () => {
    const collector = await collecting();
    const lines: string[] = [];
    const service = await startService({
      config: { traces: 'grpc', logLevel: 'warn' },
      overrides: { logStream: { write: (line: string) => void lines.push(line) } },
    });
    expect((await service.call(null, api.getHealth)).status).toBe(200);
    await service.stop();
    expect(collector.exports).toEqual([]);
    expect(lines.join('')).toContain('OTEL_EXPORTER_OTLP_PROTOCOL');
  });
});

describe('the environment', () => {
  const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  it.each([
    [{}, null],
    [{ OTEL_SERVICE_NAME: 'mail' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, null],
    [ENDPOINT, 'http/protobuf'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, 'http/protobuf'],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http/json'],
    [
      {
        ...ENDPOINT,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      },
      'http/json',
    ],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, null],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, null],
  ])('%j turns traces to %s', (env, traces) => {
    expect(readInvocation(['run'], env)).toMatchObject({ kind: 'run', config: { traces } });
  });
});
