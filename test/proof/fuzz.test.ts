import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { ENDPOINTS } from '../../shared/contract/index.ts';
import * as api from '../support/api.ts';
import { type Service, sharedService, splitHostPort } from '../support/service.ts';
import { Campaign } from './fuzz/campaign.ts';

// Nothing here measures time; a busy machine has it.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** The short form of `npm run fuzz`: every endpoint once. */
const ROUNDS = 1;

describe('hostile requests', () => {
  const service = sharedService();

  it('get the envelope, no 500, no trace of the program, and change nothing when they are refused', async () => {
    const campaign = new Campaign(service, 1);
    for (let round = 0; round < ROUNDS; round++) await campaign.round(round);
    const { outcome } = campaign;
    expect(outcome.violations).toEqual([]);
    expect(outcome.requests).toBe(ROUNDS * ENDPOINTS.length);
    const { body } = await service.operator(api.checkIntegrity);
    expect(body).toMatchObject({ ok: true, problems: [] });
  });

  it.each([
    ['no HTTP at all', 'HELLO\r\n\r\n', 400],
    [
      'a head that is too large',
      `GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      400,
    ],
    ['a path that is too long', `GET /${'a'.repeat(30_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400],
    [
      'a part of a path that is too long',
      `GET /v1/mailboxes/${'a'.repeat(3000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      404,
    ],
    [
      'a control character in a header',
      'GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX-A: a\u0001b\r\n\r\n',
      400,
    ],
    ['an unknown method', 'BREW /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [
      'a negative length',
      'POST /v1/mailboxes HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
      400,
    ],
    [
      'two lengths of one body',
      'POST /v1/mailboxes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a broken chunk',
      'POST /v1/mailboxes HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
      400,
    ],
    ['no host', 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', 403],
    [
      'an expectation that nobody knows',
      'POST /v1/mailboxes HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      401,
    ],
  ])('%s gets the envelope', async (_name, bytes, status) => {
    const answer = await sendRaw(service, bytes);
    expect(answer.split('\r\n')[0]).toContain(`HTTP/1.1 ${status}`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    expect(head.toLowerCase()).toContain('x-request-id: ');
    expect((await service.call(null, api.getHealth)).status).toBe(200);
  });
});

/** Writes bytes to the HTTP listener and reads until it closes the connection. */
function sendRaw(service: Service, bytes: string): Promise<string> {
  const [host, port] = splitHostPort(new URL(service.daemon.runtime.http).host);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, host, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}
