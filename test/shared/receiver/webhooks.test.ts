import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  signatureHeaders,
  standardHeaders,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../shared/receiver/webhooks.ts';

const secret = 'whsec_0123456789';
const body =
  '{"id":"d1","event":"message.received","occurred_at":"2026-01-01T00:00:00.000Z","account_id":"a","data":{"subject":"ü"}}';
const now = Date.parse('2026-01-01T00:00:10.000Z');
const seconds = now / 1000;

function reasonOf(headers: Record<string, string | string[]>, changes: object = {}): string | null {
  try {
    verifyWebhook({ body, headers, secret, now, ...changes });
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

describe('the verifier for receivers', () => {
  it('signs as the contract says: HMAC-SHA256 over timestamp, full stop and raw body', () => {
    const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    expect(signatureHeaders(secret, seconds, body)).toEqual({
      'x-service-signature': `t=${seconds},v1=${hex}`,
      'x-webhook-timestamp': String(seconds),
      'x-webhook-signature-v2': hex,
    });
  });

  it('accepts the header, or the pair of headers, in any form in which servers hand them over', () => {
    const headers = signatureHeaders(secret, seconds, body);
    const { 'x-service-signature': combined = '', ...pair } = headers;
    expect(reasonOf({ 'x-service-signature': combined })).toBeNull();
    expect(reasonOf({ 'X-Service-Signature': [combined] })).toBeNull();
    expect(reasonOf(pair)).toBeNull();
    expect(
      verifyWebhook({ body: Buffer.from(body), headers: new Headers(headers), secret, now }).data,
    ).toEqual({
      subject: 'ü',
    });
    expect(reasonOf({ 'x-service-signature': `${combined},v1=${'0'.repeat(64)}` })).toBeNull();
  });

  it.each([
    ['another body', {}, { body: body.replace('ü', 'u') }, 'signature_mismatch'],
    ['another secret', {}, { secret: 'whsec_' }, 'signature_mismatch'],
    ['another timestamp', { 'x-service-signature': 't=1,v1=' }, {}, 'signature_malformed'],
    ['an old request', {}, { now: now + 300_001 }, 'timestamp_out_of_tolerance'],
    ['a request from the future', {}, { now: now - 300_001 }, 'timestamp_out_of_tolerance'],
    ['a request at the edge', {}, { now: now + 300_000 }, null],
    ['a narrow tolerance', {}, { now: now + 11_000, tolerance: 10 }, 'timestamp_out_of_tolerance'],
  ])('treats %s as it should', (_name, changed, changes, reason) => {
    expect(reasonOf({ ...signatureHeaders(secret, seconds, body), ...changed }, changes)).toBe(reason);
  });

  it.each([
    [{}, 'signature_missing'],
    [{ 'x-service-signature': '' }, 'signature_malformed'],
    [{ 'x-service-signature': 'v1=abc' }, 'signature_malformed'],
    [{ 'x-service-signature': `t=x,v1=${'0'.repeat(64)}` }, 'signature_malformed'],
    [{ 'x-webhook-timestamp': '1' }, 'signature_malformed'],
    [
      { 'x-webhook-timestamp': String(seconds), 'x-webhook-signature-v2': '0'.repeat(64) },
      'signature_mismatch',
    ],
  ])('refuses the headers %o', (headers, reason) => {
    expect(reasonOf(headers)).toBe(reason);
  });

  it('does not take a signed text for an event', () => {
    expect(reasonOf(signatureHeaders(secret, seconds, 'hello'), { body: 'hello' })).toBe('body_malformed');
  });
});

describe('the headers of Standard Webhooks', () => {
  it('are those of the example of the standard', () => {
    const request = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
    };
    expect(standardHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', request)).toEqual({
      'webhook-id': request.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it.each([
    ['text', body],
    ['bytes', Buffer.from(body)],
  ])('sign %s as the library does', (_kind, payload) => {
    const key = Buffer.alloc(32, 0xfb);
    const { 'webhook-signature': signature } = standardHeaders(`whsec_${key.toString('base64')}`, {
      id: 'd1',
      timestamp: seconds,
      body: payload,
    });
    expect(signature).toBe(new Webhook(key, { format: 'raw' }).sign('d1', new Date(now), body));
  });

  it('have the same key when the secret is Base64 for URLs, without padding', () => {
    const key = Buffer.alloc(32, 0xfb);
    const request = { id: 'd1', timestamp: seconds, body };
    expect(key.toString('base64url')).toContain('-');
    expect(standardHeaders(`whsec_${key.toString('base64url')}`, request)).toEqual(
      standardHeaders(`whsec_${key.toString('base64')}`, request),
    );
  });
});
