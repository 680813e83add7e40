import { z } from 'zod';
import { daemonCheck } from './checks.ts';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { DKIM_ALGORITHMS } from './values.ts';

/** How mail leaves this machine. */

const dkimRecord = z.object({
  algorithm: z.enum(DKIM_ALGORITHMS),
  selector: z.string(),
  name: z.string(),
  value: z.string(),
});

export const getMail = endpoint({
  id: 'operator.mail.get',
  method: 'GET',
  path: '/operator/v1/mail',
  summary: 'Show how outgoing mail is sent, and the DNS records for its signatures.',
  who: 'operator',
  effects: ['read-only'],
  replies: {
    200: z.object({
      transport: z.enum(['capture', 'relay', 'direct']),
      /** The daemon's name in HELO. */
      hostname: z.string(),
      relay_url: z.string().nullable(),
      platform_domain: z.string(),
      /** TXT records of the platform domain; empty while it has no key. */
      dkim_records: z.array(dkimRecord),
    }),
  },
  errors: [],
  extension: true,
});

export const probeRelay = endpoint({
  id: 'operator.mail.probe',
  method: 'POST',
  path: '/operator/v1/mail/probe',
  summary: 'Test the configured relay: connect and sign in without sending anything.',
  who: 'operator',
  effects: ['read-only'],
  replies: {
    200: z.object({
      ok: z.boolean(),
      /** The last stage reached. */
      stage: z.enum(['connect', 'tls', 'login', 'ready']),
      /** Why it failed, as a code; null when it didn't. */
      reason: z.string().nullable(),
      /** The connection is encrypted. */
      secure: z.boolean(),
    }),
  },
  errors: ['CONFLICT'],
  extension: true,
});

export const makeDkimKey = endpoint({
  id: 'operator.mail.dkim_key',
  method: 'POST',
  path: '/operator/v1/mail/dkim-keys',
  summary: 'Create the DKIM key of the platform domain if it has none, and return its DNS record.',
  who: 'operator',
  effects: ['mutating'],
  body: z.strictObject({ algorithm: z.enum(DKIM_ALGORITHMS).optional() }),
  replies: { 200: dkimRecord },
  errors: [],
  extension: true,
});

export const makeCertificate = endpoint({
  id: 'operator.mail.certificate',
  method: 'POST',
  path: '/operator/v1/mail/certificate',
  summary: 'Create a self-signed certificate. STARTTLS uses it from the next start.',
  who: 'operator',
  effects: ['mutating'],
  replies: {
    200: z.object({ hostname: z.string(), certificate_file: z.string(), valid_until: timestamp }),
  },
  errors: ['CONFLICT'],
  extension: true,
});

export const checkMail = endpoint({
  id: 'operator.mail.check',
  method: 'POST',
  path: '/operator/v1/mail/check',
  summary:
    'Check ports, certificate, DNS records and relay of every node, and return a remedy for each problem.',
  who: 'operator',
  effects: ['read-only'],
  body: z.strictObject({
    /** A foreign domain whose mail server is contacted, to see whether outgoing port 25 is open. */
    reach: z.string().min(1).max(253).optional(),
  }),
  replies: { 200: z.object({ ok: z.boolean(), checks: z.array(daemonCheck) }) },
  errors: [],
  extension: true,
});
