import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as api from '../../support/api.ts';
import type { ReceivedRequest } from '../../support/https-receiver.ts';
import { needsPrograms } from '../../support/needs.ts';
import { PYTHON, PYTHON_ENV, python } from '../../support/python.ts';
import { startReceiving } from '../../support/receiving.ts';
import { temporaryHome } from '../../support/temporary.ts';

/** A request of the daemon, as the Python client verifies it. */

const run = promisify(execFile);
const SUBJECT = 'Grüße aus 東京 🚋';

/** Tries each form of signature by itself, with the right secret and another. */
const PROGRAM = `
import json, sys
from agentmaild_client import WebhookVerificationError, verify_webhook
request = json.loads(sys.argv[1])
def verified(names, secret):
    headers = {name: request["headers"][name] for name in names}
    try:
        return verify_webhook(request["body"], headers, secret, now=request["now"])["data"]["subject"]
    except WebhookVerificationError as error:
        return error.reason
forms = (["x-service-signature"], ["x-webhook-timestamp", "x-webhook-signature-v2"],
         ["webhook-id", "webhook-timestamp", "webhook-signature"])
other = "whsec_" + "A" * 44
print(json.dumps([[verified(names, request["secret"]), verified(names, other)] for names in forms]))
`;

describe('a request of the daemon in Python', needsPrograms(python()), () => {
  let request: ReceivedRequest;
  let secret: string;

  beforeAll(async () => {
    const { service, tenant, receiver, stop } = await startReceiving();
    const subscription = { url: receiver.url(), enabled_events: ['message.received' as const] };
    const made = await service.must(tenant.admin, api.createWebhook, subscription);
    secret = made.signing_secret;
    await service.deliver({
      from: 'ann@example.org',
      to: tenant.mailbox.address,
      subject: SUBJECT,
      text: 'Hi.',
    });
    await service.drain();
    request = receiver.requests[0] as ReceivedRequest;
    return stop;
  });

  it('is verified by each form of its signature', async () => {
    const { body, headers } = request;
    const now = Number(headers['webhook-timestamp']);
    const { stdout } = await run(PYTHON, ['-c', PROGRAM, JSON.stringify({ body, headers, secret, now })], {
      env: PYTHON_ENV,
    });
    expect(JSON.parse(stdout)).toEqual(Array.from({ length: 3 }, () => [SUBJECT, 'signature_mismatch']));
  });

  it('passes the receiver of docs/webhooks.md, which refuses a changed one', async () => {
    const folder = temporaryHome();
    const page = readFileSync('docs/webhooks.md', 'utf8');
    const [, program = ''] = /^```python\n(from http\.server .*?)^```/ms.exec(page) ?? [];
    // A free port, which it prints.
    const onFreePort = program.replace(
      /^HTTPServer\(\("", 3000\), (\w+)\)\.serve_forever\(\)$/m,
      'server = HTTPServer(("127.0.0.1", 0), $1); print(server.server_port, flush=True); server.serve_forever()',
    );
    expect(onFreePort).not.toBe(program);
    writeFileSync(join(folder, 'receiver.py'), onFreePort);
    const env = { ...PYTHON_ENV, AGENTMAIL_WEBHOOK_SECRET: secret };
    const child = spawn(PYTHON, [join(folder, 'receiver.py')], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill());
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const url = `http://127.0.0.1:${(await lines.next()).value}/hook`;
    const post = async (body: string) => {
      const signature = String(request.headers['x-service-signature']);
      const headers = { 'x-service-signature': signature, 'content-type': 'application/json' };
      return (await fetch(url, { method: 'POST', body, headers })).status;
    };
    expect(await post(`${request.body} `)).toBe(400);
    expect(await post(request.body)).toBe(204);
    expect((await lines.next()).value).toContain('message.received');
  });
});
