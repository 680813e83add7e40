import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { TRAFFIC_PERIODS } from './values.ts';

/** Mail of an account over time. */

export const getTraffic = endpoint({
  id: 'accounts.traffic',
  method: 'GET',
  path: '/v1/accounts/traffic',
  summary:
    'Count received, sent and held messages of the last 24 hours by hour, or of the last 30 days by day.',
  who: 'admin',
  effects: ['read-only'],
  query: z.strictObject({ period: z.enum(TRAFFIC_PERIODS).optional() }),
  replies: {
    200: z.object({
      period: z.enum(TRAFFIC_PERIODS),
      /** Oldest first; the last one isn't over. Hours and days are UTC. */
      counts: z.array(z.object({ from: timestamp, received: z.int(), sent: z.int(), held: z.int() })),
    }),
  },
  errors: [],
  extension: true,
});
