import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import * as api from '../support/api.ts';
import { type BodyOf, type Input, type InputOf, partsOf } from '../support/calls.ts';
import { temporaryHome } from '../support/service.ts';

// Nothing here measures time; a busy machine has it.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** The built daemon as a process under a careless umask, with secrets planted wherever one can be given. */

const DAEMON = fileURLToPath(new URL('../../bin/agentmaild.js', import.meta.url));
const PASSWORD = 'planted-password-7c1f';
const SMTP_PASSWORD = 'planted-smtp-password-90ab';
const SMS_AUTHORIZATION = 'planted-gateway-token-5e2d';
const METRICS_TOKEN = 'planted-metrics-token-of-a-scraper-elsewhere';
const HEADER_VALUE = 'planted-header-value-11ff';
const BODY_IN = 'planted body that came in 3a3a';
const BODY_OUT = 'planted body that went out 4b4b';
const SUBJECT = 'planted subject 6d6d';
const IDEMPOTENCY_KEY = 'planted-idempotency-key-77aa';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

let home: string;
let child: ReturnType<typeof spawn>;
let origin: string;
let smtpPort: number;
let daemonPid: number;
let output = '';
let backupFile: string;
const refusals: string[] = [];
const reads: string[] = [];
/** Secrets that may only be in the one answer that returned them. */
const secrets: string[] = [PASSWORD, SMTP_PASSWORD, SMS_AUTHORIZATION, METRICS_TOKEN, HEADER_VALUE];
/** Content of people, which must not be in a log. */
const contents = [BODY_IN, BODY_OUT, SUBJECT, IDEMPOTENCY_KEY];

async function call(
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, text, body: isJson ? JSON.parse(text) : {} };
}

async function must<E extends Endpoint>(
  headers: Record<string, string>,
  endpoint: E,
  ...[input]: InputOf<E>
) {
  const { path, body } = partsOf(endpoint, input as object | undefined);
  const answer = await call(headers, endpoint.method, path, body);
  if (answer.status >= 300) throw new Error(`${endpoint.id}: ${answer.text}`);
  return answer.body as BodyOf<E>;
}

async function start(): Promise<void> {
  home = join(temporaryHome(), 'home');
  const words = [
    process.execPath,
    DAEMON,
    'run',
    '--home',
    home,
    '--http',
    '127.0.0.1:0',
    '--smtp',
    '127.0.0.1:0',
  ];
  child = spawn('/bin/sh', ['-c', 'umask 000; exec "$@"', 'sh', ...words, '--log-level', 'trace'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ready = await new Promise<{ http: string; smtp: string; pid: number }>((resolve, reject) => {
    lines.once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code) => reject(new Error(`the daemon ended with ${code}: ${output}`)));
  });
  lines.on('line', (line) => {
    output += `${line}\n`;
  });
  origin = ready.http;
  daemonPid = ready.pid;
  smtpPort = Number(ready.smtp.slice(ready.smtp.lastIndexOf(':') + 1));
}

/** Plants all of it, uses it rightly and wrongly, and reads everything there is to read. */
async function plant(): Promise<void> {
  const token = readFileSync(join(home, 'operator.token'), 'utf8').trim();
  const owner = { authorization: `Bearer ${token}` };
  const account = await must(owner, api.operatorCreateAccount, {
    email: 'planted@example.com',
    password: PASSWORD,
  });
  const admin = { authorization: `Bearer ${account.api_key}` };
  const mailbox = await must(admin, api.createMailbox, { name: 'desk' });
  const agent = await must(admin, api.createApiKey, { role: 'agent', mailbox_ids: [mailbox.id] });
  const webhook = await must(admin, api.createWebhook, {
    url: 'https://hook.example.invalid/in',
    enabled_events: ['message.delivered', 'message.received'],
    request_headers: { 'x-token': HEADER_VALUE },
  });
  const domain: Input<typeof api.createDomain> = {
    domain: 'planted.example',
    transport_mode: 'self_hosted',
    self_hosted_config: {
      network_mode: 'public',
      smtp: {
        host: 'smtp.planted.example',
        port: 587,
        security: 'starttls',
        username: 'desk',
        password: SMTP_PASSWORD,
      },
      imap: {
        host: 'imap.planted.example',
        port: 993,
        security: 'tls',
        username: 'desk',
        password: SMTP_PASSWORD,
      },
    },
  };
  await must(admin, api.createDomain, domain);
  await must(owner, api.updateSettings, {
    'mail.relay': { url: 'smtp://relay.example.invalid', username: 'desk', password: SMTP_PASSWORD },
    'sms.http': { url: 'https://sms.example.invalid', authorization: SMS_AUTHORIZATION },
    'metrics.token': METRICS_TOKEN,
  });
  const person = await signIn();
  const setup = await must(person, api.setUpTotp, { reauth_token: PASSWORD });
  const code = new TOTP({ secret: Secret.fromBase32(setup.secret) }).generate();
  const enabled = await must(person, api.enableTotp, { code, reauth_token: PASSWORD });
  const grant = await must(person, api.recoverMfa, { recovery_code: enabled.recovery_codes[0] ?? '' });
  const invite = await must(person, api.createCliSignupCode);
  secrets.push(
    account.api_key.split('.')[1] ?? '',
    agent.api_key.split('.')[1] ?? '',
    webhook.signing_secret,
    setup.secret,
    ...enabled.recovery_codes,
    String(grant.grant),
    String(invite.code),
    person.cookie.split('=')[1] ?? '',
    token,
  );
  const send = { from_mailbox: 'desk', to: 'ann@example.com', subject: SUBJECT, body: BODY_OUT };
  await must({ ...admin, 'idempotency-key': IDEMPOTENCY_KEY }, api.send, send);
  await must(admin, api.createDraft, {
    mailbox_id: mailbox.id,
    to: 'a@example.com',
    subject: SUBJECT,
    body: BODY_OUT,
  });
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  await transport.sendMail({ from: 'b@example.net', to: mailbox.address, subject: SUBJECT, text: BODY_IN });
  transport.close();
  await must(owner, api.drain, { timeout_seconds: 280 });

  const wrong: Parameters<typeof call>[] = [
    [{ authorization: `Bearer ${account.api_key}x` }, 'GET', '/v1/auth/me'],
    [
      { authorization: `Bearer ${account.api_key.split('.')[0]}.${agent.api_key.split('.')[1]}` },
      'GET',
      '/v1/auth/me',
    ],
    [{ authorization: `Bearer ${token}` }, 'GET', '/v1/auth/me'],
    [{}, 'POST', '/v1/auth/login', { email: 'planted@example.com', password: PASSWORD, other: PASSWORD }],
    [{}, 'POST', '/v1/auth/login', { email: 'planted@example.com', password: PASSWORD }],
    [{}, 'POST', '/v1/auth/login', `{"password": "${PASSWORD}", broken`],
    [
      admin,
      'POST',
      '/v1/webhooks',
      {
        url: 'https://x.example',
        enabled_events: ['message.received'],
        request_headers: { host: HEADER_VALUE },
      },
    ],
    [admin, 'POST', '/v1/domains', { ...domain, other: 1 }],
    [admin, 'POST', '/v1/domains', domain],
    [
      owner,
      'PATCH',
      '/operator/v1/settings',
      { 'mail.relay': { url: 'nonsense', username: 'x', password: SMTP_PASSWORD } },
    ],
    [admin, 'POST', '/v1/messages/send', { ...send, to: BODY_OUT }],
    [admin, 'POST', '/v1/messages/send', { ...send, html: `<script>${BODY_OUT}</script>` }],
    [person, 'POST', '/v1/auth/mfa/disable', { reauth_token: PASSWORD }],
    [person, 'POST', '/v1/auth/mfa/recovery', { recovery_code: `${enabled.recovery_codes[1]}x` }],
    [person, 'POST', '/v1/auth/password/change', { new_password: 'short', reauth_token: PASSWORD }],
  ];
  for (const request of wrong) {
    const answer = await call(...request);
    expect([request[2], answer.status >= 400]).toEqual([request[2], true]);
    refusals.push(answer.text);
  }
  const readable: Parameters<typeof call>[] = [
    ...['/accounts', '/settings', '/status', '/jobs', '/audit', '/outbox', '/domains'].map(
      (path) => [owner, 'GET', `/operator/v1${path}`] as Parameters<typeof call>,
    ),
    ...['/accounts/export', '/accounts/api-keys', '/webhooks', '/domains', '/auth/me'].map(
      (path) => [admin, 'GET', `/v1${path}`] as Parameters<typeof call>,
    ),
    [admin, 'GET', `/v1/webhooks/${webhook.webhook.id}/deliveries`],
    [person, 'GET', '/v1/accounts/export'],
    [person, 'GET', '/v1/auth/sessions'],
    [owner, 'GET', '/metrics'],
    [{}, 'GET', '/v1/health'],
  ];
  for (const request of readable) reads.push((await call(...request)).text);
  backupFile = String((await must(owner, api.createBackup)).file);
}

async function signIn(): Promise<{ cookie: string; 'x-requested-with': string }> {
  const response = await fetch(`${origin}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'planted@example.com', password: PASSWORD }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { cookie, 'x-requested-with': 'agentmail' };
}

describe('planted secrets', () => {
  beforeAll(async () => {
    await start();
    await plant();
  });
  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(join(home, '..'), { recursive: true, force: true });
  });

  const found = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));

  it('are long enough to be found by nothing but themselves', () => {
    expect(secrets.filter((each) => each.length < 8)).toEqual([]);
    expect(secrets.length).toBeGreaterThan(20);
  });

  it('are in no refusal and in nothing that can be read: lists, exports, settings, deliveries, metrics', () => {
    expect(found(refusals.join('\n'), secrets)).toEqual([]);
    expect(found(reads.join('\n'), secrets)).toEqual([]);
  });

  it('are in no argument and no variable of the process', () => {
    const seen = ['cmdline', 'environ']
      .map((name) => readFileSync(`/proc/${daemonPid}/${name}`, 'utf8'))
      .join();
    expect(found(seen, [...secrets, ...contents])).toEqual([]);
  });

  it('are not in the database, its log or a backup as they are', () => {
    const files = [
      ...readdirSync(home)
        .filter((name) => name.startsWith('agentmail.db'))
        .map((name) => join(home, name)),
      backupFile,
    ];
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const bytes = readFileSync(file);
      expect([file, secrets.filter((word) => bytes.includes(word))]).toEqual([file, []]);
    }
  });

  it('are behind files and folders that only their owner may open, whatever the umask', () => {
    const all = [home, ...readdirSync(home, { recursive: true }).map((name) => join(home, String(name)))];
    const open = all.filter((path) => {
      const status = statSync(path);
      return (status.mode & 0o777) !== (status.isDirectory() ? 0o700 : 0o600);
    });
    expect(open).toEqual([]);
    // The backup is one of them.
    expect(all).toContain(backupFile);
    expect(all.length).toBeGreaterThan(6);
  });

  it('are, like all that people wrote, in no log of any level, a violent end included', async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(daemonPid, 'SIGABRT');
    await ended;
    expect(output.length).toBeGreaterThan(0);
    expect(found(output, [...secrets, ...contents])).toEqual([]);
  });
});
