import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

/** Optional features of this version, so that clients need not compare version numbers. */
export const CAPABILITIES = [
  'messages.has_attachment_filter',
  'messages.strict_outcome',
  'messages.recipients',
  'messages.forward',
  'mailboxes.addresses',
  'mailboxes.connection',
  'messages.search',
  'messages.submit',
  'drafts.scheduled',
  'policy.preview',
  'events.stream',
] as const;

const provider = z.object({
  healthy: z.boolean(),
  configured: z.boolean(),
  events_configured: z.boolean(),
});

export const getHealth = endpoint({
  id: 'health',
  method: 'GET',
  path: '/v1/health',
  summary:
    'Check liveness and list optional features. Needs no credential, but checks a Bearer token if one is sent.',
  who: 'public',
  effects: ['read-only'],
  replies: {
    200: z.object({
      status: z.enum(['ok', 'degraded', 'down']),
      version: z.string(),
      database: z.boolean(),
      providers: z.object({ primary: provider, failover: provider }),
      scanner: z.boolean(),
      spam_filter: z.boolean(),
      queue_depth: z.int(),
      timestamp,
      capabilities: z.array(z.string()),
    }),
  },
  errors: ['UNAUTHORIZED', 'API_KEY_REVOKED', 'RATE_LIMITED'],
});

export const getReadiness = endpoint({
  id: 'ready',
  method: 'GET',
  path: '/readyz',
  summary: 'Check whether the daemon accepts requests. Returns 503 while it starts or stops.',
  who: 'public',
  effects: ['read-only'],
  replies: { 200: z.object({ ready: z.literal(true) }) },
  errors: [],
  extension: true,
});

export const getOpenApi = endpoint({
  id: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this API as an OpenAPI 3.0.3 document.',
  who: 'public',
  effects: ['read-only'],
  replies: { 200: z.looseObject({ openapi: z.literal('3.0.3') }) },
  errors: [],
  extension: true,
});

export const getMetrics = endpoint({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  summary:
    'Get metrics in the Prometheus text format. Takes the token in metrics.token too, also from other machines.',
  who: 'operator',
  scraped: true,
  effects: ['read-only'],
  /** Prometheus text format 0.0.4. */
  replies: { 200: z.string() },
  errors: [],
  extension: true,
});
