import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Command } from '../../cli/command.ts';
import { COMMANDS } from '../../cli/commands/index.ts';
import { run } from '../../cli/main.ts';
import { shortThreadId } from '../../cli/thread.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';
import { getReadiness } from '../../shared/contract/platform.ts';
import { sendReauthSms } from '../../shared/contract/reauth.ts';
import { signatureHeaders } from '../../shared/receiver/webhooks.ts';
import { agentmail, type Ran, testWorld } from '../support/cli.ts';
import { openReview } from '../support/reviewer.ts';
import { launch, type Service } from '../support/service.ts';

/** Walks the whole command tree against a real daemon and compares the calls with the declarations. */

/** The outbound scan holds this: an American social security number. */
const HELD_BODY = 'My social security number is 536-22-8726.';

let service: Service;
const calls = new Map<string, Set<string>>();
const documents = new Map<string, Ran[]>();

beforeAll(async () => {
  service = await launch();
  await walk();
}, 180_000);
afterAll(() => service.stop());

const nameOf = ({ name }: Pick<Command, 'name'>) => name.join(' ');

/** Runs a command and notes which endpoints it called. */
async function note(command: string, ...words: string[]): Promise<Ran> {
  return noteWith('correct horse battery staple\n', command, ...words);
}

/** The same, with something else on stdin. */
async function noteWith(stdin: string, command: string, ...words: string[]): Promise<Ran> {
  const called = calls.get(command) ?? new Set<string>();
  calls.set(command, called);
  const ran = await agentmail([...command.split(' '), ...words], {
    home: service.home,
    stdin,
    fetch: (input, init) => {
      const request = new Request(input, init);
      called.add(endpointOf(request).id);
      return fetch(request);
    },
  });
  documents.set(command, [...(documents.get(command) ?? []), ran]);
  return ran;
}

function endpointOf({ method, url }: Request): Endpoint {
  const { pathname } = new URL(url);
  const candidates = ENDPOINTS.filter(
    (endpoint) => endpoint.method === method && matches(endpoint.path, pathname),
  );
  // A path of fixed words goes before one with parameters.
  const found = candidates.find(({ path }) => path === pathname) ?? candidates[0];
  if (!found) throw new Error(`${method} ${pathname} is no endpoint of the contract`);
  return found;
}

function matches(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
}

async function walk(): Promise<void> {
  await note('up');
  await note('mailboxes create', 'support');
  for (const command of [
    'mailboxes list',
    'mailboxes show',
    'whoami',
    'quota',
    'account show',
    'keys list',
  ]) {
    await note(command);
  }
  for (const command of ['health', 'openapi', 'status', 'profiles list']) await note(command);
  await walkKeys();
  await walkPolicies();
  await walkTrust();
  await walkRecipients();
  await walkWebhooks();

  const id = await receive();
  const short = id.slice(-8);
  await note('wait', '--timeout', '1');
  await note('messages wait', '--timeout', '1');
  await note('inbox');
  await note('messages list');
  for (const command of ['messages show', 'messages read', 'read']) await note(command, short);
  await walkReading(short);
  await note(
    'send',
    '--to',
    'ann@example.com',
    '-s',
    'Fine',
    '-b',
    'All is well.',
    '--idempotency-key',
    'walk',
  );
  await note('idempotency', 'walk');
  await note('send', '--to', 'ann@example.com', '-s', 'Hi', '-b', 'Hello', '--dry-run', '--explain');
  await note('send', '--to', 'ann@example.com', '-s', 'File', '-b', HELD_BODY, '--wait', '1');
  await note('reply', short, '-b', HELD_BODY, '--wait', '1');
  await walkDrafts(short);
  await note('simulate inbound', 'clean', '--label', 'walk');

  await walkAttachments();
  await walkReview();
  await walkLists();
  await note('messages report', short);
  await note('messages let-in', await keptOut());
  const sent = await sentTo('delivered@example.com');
  await note('operator messages bounce', sent, '--soft');
  await note('operator messages complaint', await sentTo('complaining@example.com'));

  const { items } = (await note('outbox list')).json<{ items: { id: string }[] }>();
  for (const command of ['outbox show', 'outbox raw'])
    await note(command, items[0]?.id.slice(-8) ?? '', '--json');
  await note('outbox empty');
  await note('operator accounts create', 'second@example.com');
  await note('operator accounts list');
  await note('operator accounts password', 'second@example.com');
  await note('operator accounts show', 'second@example.com');
  await note('operator clock show');
  await note('operator clock advance', '1');
  await note('operator drain');
  await note('operator metrics');
  const owned = (await note('operator mailboxes list')).json<{ mailboxes: { id: string }[] }>().mailboxes;
  await note('operator mailboxes update', owned[0]?.id ?? '', '--status', 'active');
  await note('operator audit');
  await note('operator jobs');
  await note('backup');
  await note('mailboxes delete', 'support');
  await walkPeople();
  await walkOwner();
}

/** A file that may be downloaded, as a person would have allowed it. */
async function walkAttachments(): Promise<void> {
  await service.daemon.context.store.write(({ db }) =>
    db
      .updateTable('mailboxes')
      .set({
        attachment_exposure_mode: 'raw_download_selected_types',
        attachment_allowed_file_families: '["text"]',
      })
      .execute(),
  );
  const raw = [
    'From: ann@example.com',
    'To: support@agentmail.localhost',
    'Subject: A file',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename="notes.txt"',
    '',
    'Milk and bread.',
  ].join('\r\n');
  await service.deliver({ from: 'ann@example.com', to: 'support@agentmail.localhost', raw });
  await service.drain();
  const { messages } = (await agentmail(['inbox'], { home: service.home })).json<{
    messages: { id: string }[];
  }>();
  const short = messages[0]?.id.slice(-8) ?? 'none';
  await note('attachments list', short);
  await note('attachments preview', short, '0');
  await note('attachments download', short, '0', '-o', join(service.home, 'notes.txt'));
}

/** What the mailbox holds, each message decided about in its own way. */
async function walkReview(): Promise<void> {
  const home = { home: service.home };
  await agentmail(['keys', 'create', '-m', 'support', '--save-as', 'agent'], home);
  await agentmail(['mailboxes', 'update', '--review', 'all_outbound'], home);
  for (const name of ['one', 'two']) {
    const words = ['send', '--to', `${name}@example.com`, '-s', name, '-b', 'Hello there.'];
    await agentmail([...words, '--profile', 'agent'], home);
  }
  const { messages } = (await note('review list')).json<{ messages: { id: string; state: string }[] }>();
  const [approved, denied] = messages.filter(({ state }) => state === 'pending_review');
  const [released, blocked] = messages.filter(({ state }) => state === 'quarantined');
  const short = (message: { id: string } | undefined) => message?.id.slice(-8) ?? 'none';
  await note('review show', short(approved));
  await note('review approve', short(approved), '--reason', 'fine');
  await note('review deny', short(denied));
  await note('review release', short(released));
  await note('review block', short(blocked));
  await note('messages delete', short(denied));
  await decideOnScreen();
}

/** On the screen all four ways are a key; what it draws is no document. */
async function decideOnScreen(): Promise<void> {
  for (const [name, body] of [
    ['three', 'The third text.'],
    ['four', 'The fourth text.'],
    ['five', HELD_BODY],
    ['six', HELD_BODY],
  ] as const) {
    const words = ['send', '--to', `${name}@example.com`, '-s', name, '-b', body];
    await agentmail([...words, '--profile', 'agent'], { home: service.home });
  }
  const called = new Set<string>();
  calls.set('review', called);
  const reviewer = openReview({
    home: service.home,
    fetch: (input, init) => {
      const request = new Request(input, init);
      called.add(endpointOf(request).id);
      return fetch(request);
    },
  });
  await reviewer.sees(HELD_BODY, 'live');
  reviewer.press('r');
  await reviewer.sees('six: It is sent.');
  reviewer.press('j', 'b', '\r');
  await reviewer.sees('five: It is blocked.');
  reviewer.press('j', 'd', '\r');
  await reviewer.sees('four: It is denied');
  reviewer.press('j');
  await reviewer.sees('The third text.');
  reviewer.press('a');
  await reviewer.sees('three: It is sent.');
  reviewer.press('q');
  if ((await reviewer.ended) !== 0) throw new Error(reviewer.stderr());
}

const PASSWORD = 'correct horse battery staple';
const PHONE = '+4915112345678';

/** From nothing to a second factor, with the command line alone. */
async function walkPeople(): Promise<void> {
  const email = 'person@example.com';
  const profile = ['--profile', 'default'];
  await agentmail(['profiles', 'remove', 'default'], { home: service.home });
  await noteWith('', 'signup', 'key@example.com', '--phone', PHONE, '--accept-terms', '--save-as', 'spare');
  await note('signup', email, '--phone', PHONE, '--accept-terms', '--sign-in', ...profile);
  await note('verify resend-email', email);
  await noteWith(`${await codeFor('email', email)}\n`, 'verify email');
  await noteWith(`${await codeFor('sms', PHONE)}\n`, 'verify phone');
  await note('verify resend-phone');
  afterCooldown();
  for (const command of ['account usage', 'account export', 'account policy show', 'account invite']) {
    await note(command);
  }
  await note('account policy set', '--daily-limit', '10');
  await note('account policy set', '--daily-limit', '12');
  await note('account policy set', '--clear-daily-limit');
  await note('mfa status');
  await note('account agent-delete', 'on');
  await note('account link-check', 'v2');
  const { keys } = (await note('keys list')).json<{ keys: { id: string }[] }>();
  await note('keys trust', keys[0]?.id ?? '');
  await note('sessions list');
  await walkFactors();
  await walkHolds();
  await walkDomains();
  await note('account delete', 'nobody@example.com');
}

async function walkFactors(): Promise<void> {
  const proof = `${PASSWORD}\n`;
  const phone = '+4915187654321';
  await noteWith(proof, 'account phone change', phone);
  await noteWith(`${await codeFor('sms', phone)}\n`, 'account phone confirm');
  await note('account phone email-code');
  afterCooldown();
  await noteWith(proof, 'mfa sms enroll');
  await noteWith(`${await codeFor('sms', phone)}\n`, 'mfa sms confirm');
  // An account gets few text messages in an hour.
  service.clock.moveTo(service.clock.now() + 3_600_000);
  await note('reauth', 'mfa_change');
  const setup = (await provenBySms('', 'mfa totp setup')).json<{ secret: string }>();
  const totp = new TOTP({ secret: Secret.fromBase32(setup.secret) });
  const code = totp.generate({ timestamp: service.clock.now() + 31_000 });
  const enabled = (await provenBySms(`${code}\n`, 'mfa totp enable')).json<{ recovery_codes: string[] }>();
  const { grant } = (await noteWith(`${enabled.recovery_codes[0]}\n`, 'mfa recover')).json<{
    grant: string;
  }>();
  await noteWith(`${grant}\n`, 'mfa disable', '--grant');
  await noteWith(`${PASSWORD} too\n${PASSWORD}\n`, 'account password change');
  await noteWith(`${PASSWORD} too\n`, 'account email change', 'new@example.com');
  await noteWith(`${await codeFor('email', 'new@example.com')}\n`, 'account email confirm');
  await note('account password forgot', 'new@example.com');
  const { items } = (
    await agentmail(['outbox', 'list', '--purpose', 'password_reset'], { home: service.home })
  ).json<{
    items: { text: string }[];
  }>();
  const token = /token is (\S+)/.exec(items[0]?.text ?? '')?.[1];
  await noteWith(`${token}\n${PASSWORD}\n`, 'account password reset');
  await note('login-code', 'new@example.com');
  await note('login', 'new@example.com');
  await note('sessions end', '00000000-0000-7000-8000-000000000000');
  await note('logout');
}

/** The next text message may be sent. */
function afterCooldown(): void {
  service.clock.moveTo(service.clock.now() + 31_000);
}

/** The first try sends the code and tells the challenge; the second brings both. */
async function provenBySms(stdin: string, command: string): Promise<Ran> {
  afterCooldown();
  const { details } = (await noteWith(stdin, command)).error();
  const code = await codeFor('sms', '+4915187654321');
  return noteWith(`${stdin}${code}\n`, command, '--challenge', String(details?.['reauth_challenge']));
}

async function walkHolds(): Promise<void> {
  const update = ['operator', 'accounts', 'update', 'new@example.com', '--tier', 'pro'];
  await agentmail(update, { home: service.home });
  const { id } = (await note('holds apply', '--reason', 'walk')).json<{ id: string }>();
  await note('holds list');
  await note('holds show', id);
  await note('holds release', id, '--reason', 'done');
}

async function walkDomains(): Promise<void> {
  const servers = ['--smtp', 'smtps://me@smtp.own.example:465', '--imap', 'imaps://me@imap.own.example:993'];
  await noteWith('secret\n', 'domains add', 'own.example', ...servers);
  await noteWith('secret\n', 'domains update', 'own.example', '--password');
  await note('domains list');
  const { id } = (await note('domains show', 'own.example')).json<{ id: string }>();
  await note('domains recheck', 'own.example');
  await note('operator domains list', '--account', 'new@example.com');
  await note('operator domains update', id, '--verified', 'yes');
  await note('domains verify', 'own.example');
  await note('domains default', 'own.example');
  await note('domains delete', 'own.example');
  await note('domains add', 'second.example');
  await note(
    'operator domains update',
    (await note('domains show', 'second.example')).json<{ id: string }>().id,
    '--verified',
    'yes',
  );
  await note('mailboxes create', 'sales', '--domain', 'second.example');
}

async function walkOwner(): Promise<void> {
  const account = 'second@example.com';
  await note('operator accounts update', account, '--tier', 'starter');
  await note('operator accounts key', account, '--label', 'spare');
  await note('operator accounts hold', account, '--reason', 'walk');
  await note('operator accounts unhold', account);
  await note('operator accounts erase', account);
  await note('operator settings set', 'access.signup=closed');
  await note('operator settings reset', 'access.signup');
  await note('operator settings show');
  await note('config list');
  await note('config get', 'access.signup', '--json');
  await note('config set', 'access.signup', 'closed');
  await note('config unset', 'access.signup');
  const { smtp } = service.daemon.runtime;
  await note('operator settings set', `mail.relay={"url":"smtp://${smtp}"}`);
  await note('operator mail probe');
  await note('doctor', '--mail');
  await note('operator mail dkim-key');
  await note('operator mail certificate');
  await note('operator mail show');
}

/** The six digits of the newest kept message. */
async function codeFor(kind: 'email' | 'sms', to: string): Promise<string> {
  const reply = await service.operator<{ items: { text: string }[] }>(
    'GET',
    `/outbox?kind=${kind}&to=${encodeURIComponent(to)}`,
  );
  return /\b\d{6}\b/.exec(reply.body.items[0]?.text ?? '')?.[0] ?? '000000';
}

async function walkKeys(): Promise<void> {
  const key = (await note('keys create', '--mailbox', 'support', '--label', 'bot')).json<{ id: string }>();
  await note('keys bind', key.id, '-m', 'support');
  await note('keys distrust', key.id);
  await note('keys revoke', key.id);
  await note('keys rotate');
}

async function walkPolicies(): Promise<void> {
  await note('mailboxes update', '--display-name', 'Support', '--review', 'disabled');
  await note('policy show');
  await note('policy preview', '--to', 'ann@example.com', '--origin', 'agent');
  await note('policy explain', '--to', 'ann@example.com', '--scan');
  await note('policy set-mode', 'trusted');
  await note('mailboxes update', '--agent-sends', 'open');
  await note('mailboxes attachments', '--mode', 'metadata_only');
  await note('mailboxes outbound-attachments', 'off');
  await walkFiles();
}

/** Switching outbound attachments on is a person's, and there is none yet. */
async function walkFiles(): Promise<void> {
  await service.daemon.context.store.write(({ db }) =>
    db.updateTable('mailboxes').set({ outbound_attachments_enabled: 1 }).execute(),
  );
  const file = join(service.home, 'numbers.csv');
  writeFileSync(file, 'week,count\n1,12\n');
  const { id } = (await note('attachments stage', file)).json<{ id: string }>();
  await note('attachments status', id);
}

async function walkTrust(): Promise<void> {
  await note('trust list');
  await note('trust grant', 'boss@example.com', '--attest', '--accept-risk', 'v1');
  await note('trust enable', '--strict', 'on', '--accept-risk', 'v1');
  await note('trust disable');
  await note('trust strict', 'on');
  await note('trust revoke', '00000000-0000-7000-8000-000000000000');
}

/** Only trial accounts have recipients to confirm. */
async function walkRecipients(): Promise<void> {
  const setTier = (tier: 'sandbox' | 'pro') =>
    service.daemon.context.store.write(({ db }) => db.updateTable('accounts').set({ tier }).execute());
  await setTier('sandbox');
  const { id } = (await note('recipients add', 'ann@example.com')).json<{ id: string }>();
  await note('recipients list');
  await note('recipients resend', id);
  await note('recipients remove', id);
  await setTier('pro');
}

async function walkWebhooks(): Promise<void> {
  const url = 'https://receiver.example.com/hook';
  const made = await note('webhooks create', url, '--event', 'message.received', '-H', 'X-Token: abc');
  const { webhook } = made.json<{ webhook: { id: string } }>();
  await note('webhooks list');
  await note('webhooks show', webhook.id);
  await note('webhooks update', webhook.id, '--description', 'Walk', '--clear-headers');
  await note('webhooks rotate-secret', webhook.id);
  const { delivery_id } = (await note('webhooks test', webhook.id)).json<{ delivery_id: string }>();
  await note('webhooks deliveries', webhook.id);
  await note('webhooks retry', webhook.id, delivery_id);
  await walkEvents(webhook.id);
  await note('webhooks delete', webhook.id);
}

async function walkEvents(webhookId: string): Promise<void> {
  for (const event of ['message.bounced', 'sender_blocklist.added', 'recipient_blocklist.added']) {
    await note('trigger', event);
  }
  // The receiver cannot be reached, so each attempt ends soon; the first may end before anybody looks.
  let looking = true;
  const tail = note('webhooks tail', webhookId, '--count', '1').finally(() => {
    looking = false;
  });
  while (looking) await note('trigger', 'webhook.test');
  await tail;
  await pressRetry(webhookId);
  await note('events tail', '--since', '1h', '--count', '1');
  await note('webhooks listen', '--forward-to', 'http://127.0.0.1:9/', '--since', '1h', '--count', '1');
  const body = join(service.home, 'body.json');
  writeFileSync(body, '{"id":"1","event":"webhook.test"}');
  const headers = signedHeaders('whsec_x', readFileSync(body, 'utf8'));
  await note('webhooks verify', '--secret', 'whsec_x', '--file', body, ...headers);
}

/** On a terminal the tail can do more; what it draws is no document. */
async function pressRetry(webhookId: string): Promise<void> {
  const called = calls.get('webhooks tail') ?? new Set();
  const shown = (text: string) => vi.waitUntil(() => stdout().includes(text));
  const { world, stdout, stderr } = testWorld({
    home: service.home,
    terminal: 100,
    async *keys() {
      await shown('retrying');
      yield 'r';
      await shown('still being tried');
      yield 'q';
    },
    fetch: (input, init) => {
      const request = new Request(input, init);
      called.add(endpointOf(request).id);
      return fetch(request);
    },
  });
  const exit = await run(['webhooks', 'tail', webhookId, '--since', '1h'], world);
  if (exit !== 0) throw new Error(stderr());
}

function signedHeaders(secret: string, body: string): string[] {
  const headers = signatureHeaders(secret, Math.floor(Date.now() / 1000), body);
  return Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
}

/** The mail says nothing but `Hi!`: there is no code in it and no link. */
async function walkReading(short: string): Promise<void> {
  const past = ['--since', '2020-01-01T00:00:00Z', '--timeout', '1'];
  for (const command of ['wait', 'messages wait']) await note(command, ...past, '--extract', 'otp');
  await note('inbox', '--all-mailboxes');
  await note('search', 'hello');
  await note('star', short);
  const { threads } = (await note('threads list')).json<{ threads: { id: string }[] }>();
  const [thread] = threads;
  if (!thread) throw new Error('there is no thread');
  for (const command of ['threads show', 'threads read', 'threads star']) {
    await note(command, short);
    await note(command, shortThreadId(thread.id));
  }
}

async function walkDrafts(short: string): Promise<void> {
  const file = join(service.home, 'numbers.csv');
  const attach = ['--attach', file];
  await note('send', '--to', 'ann@example.com', '-s', 'File', '-b', 'Here it is.', ...attach);
  await note('reply', short, '-b', 'Here it is too.', ...attach);
  const written = await note(
    'drafts create',
    '--to',
    'ann@example.com',
    '-s',
    'Later',
    '-b',
    'Soon.',
    ...attach,
  );
  const id = written.json<{ id: string }>().id.slice(-8);
  await note('drafts list');
  await note('drafts show', id);
  await note('drafts update', id, '-b', 'Very soon.', ...attach);
  await note('drafts send', id);
  const timed = await note(
    'drafts create',
    '--to',
    'ann@example.com',
    '-s',
    'Later',
    '-b',
    'Soon.',
    '--at',
    'in 2 hours',
  );
  await note('drafts delete', timed.json<{ id: string }>().id.slice(-8));
}

async function walkLists(): Promise<void> {
  const two = ['one@example.com', 'two@example.com'];
  const file = join(service.home, 'people.txt');
  writeFileSync(file, `${two.join('\n')}\n`);
  for (const noun of ['allowlist', 'suppressions']) {
    await note(`${noun} add`, 'one@example.com');
    await note(`${noun} add`, ...two);
    await note(`${noun} import`, file);
    await note(`${noun} list`, '--all');
    await note(`${noun} remove`, 'one@example.com');
  }
  await note('allowlist attempts');
  await note('senders block', 'one@example.com');
  await note('senders block', ...two);
  await note('senders blocked');
  await note('senders unblock', 'one@example.com');
  await note('senders allow', 'one@example.com');
  await note('senders allow', ...two);
  await note('senders allowed');
  for (const list of ['blocked', 'allowed']) await note('senders import', file, '--list', list);
  await note('senders disallow', 'one@example.com');
  await note('senders policy', 'blocklist');
  await note('senders attempts');
}

/** A mail that the sender policy kept out. */
async function keptOut(): Promise<string> {
  await agentmail(['senders', 'policy', 'allowlist'], { home: service.home });
  await service.deliver({ from: 'stranger@example.net', to: 'support@agentmail.localhost', subject: 'Psst' });
  await service.drain();
  await agentmail(['senders', 'policy', 'blocklist'], { home: service.home });
  const argv = ['messages', 'list', '--include-firewall-blocked', '--state', 'firewall_blocked'];
  const { messages } = (await agentmail(argv, { home: service.home })).json<{ messages: { id: string }[] }>();
  return messages[0]?.id ?? 'none';
}

async function sentTo(address: string): Promise<string> {
  const argv = ['send', '--to', address, '-s', 'Hello', '-b', 'Hello there.'];
  return (await agentmail(argv, { home: service.home })).json<{ message_id: string }>().message_id;
}

async function receive(): Promise<string> {
  await service.deliver({
    from: 'ann@example.com',
    to: 'support@agentmail.localhost',
    subject: 'Hello',
    text: 'Hi!',
  });
  await service.drain();
  const { messages } = (await agentmail(['inbox'], { home: service.home })).json<{
    messages: { id: string }[];
  }>();
  const [message] = messages;
  if (!message) throw new Error('the mail did not arrive');
  return message.id;
}

/** Asked before each call to the daemon of a home, and before an action that a text message has to prove. */
const ANYWHERE: ReadonlySet<string> = new Set([getReadiness.id, sendReauthSms.id]);

/** Second paths of endpoints that have a command. */
const WITHOUT_COMMAND: readonly string[] = ['account.policy.get', 'account.policy.update'];

describe('the commands and the contract', () => {
  test('every endpoint of the contract is declared by some command', async () => {
    const declared = await Promise.all(
      COMMANDS.map(async (command) => Object.values(await command.endpoints())),
    );
    // Readiness is asked before each call to the daemon of a home, whatever the command.
    const driven = new Set([getReadiness, ...declared.flat()].map(({ id }) => id));
    const missing = ENDPOINTS.map(({ id }) => id).filter((id) => !driven.has(id));
    expect(missing.toSorted()).toEqual(WITHOUT_COMMAND.toSorted());
  });

  // What a model calls decides what `mcp` calls: test/e2e/mcp.test.ts speaks with it.
  const walked = COMMANDS.filter((command) => nameOf(command) !== 'mcp');

  test.each(walked.map((command) => [nameOf(command), command] as const))(
    '"%s" calls exactly the endpoints that it declares',
    async (name, command) => {
      const declared = Object.values(await command.endpoints()).map(({ id }) => id);
      const called = [...(calls.get(name) ?? [])].filter((id) => declared.includes(id) || !ANYWHERE.has(id));
      expect(called.toSorted()).toEqual([...new Set(declared)].toSorted());
    },
  );

  test('every command of the walk prints valid JSON, or one JSON error on stderr', () => {
    for (const [command, all] of documents) {
      for (const ran of all) {
        const lines = ran.stdout === '' ? [ran.stderr] : [ran.stdout];
        expect(
          () => lines.map((line) => JSON.parse(line)),
          `${command}: ${ran.stdout} ${ran.stderr}`,
        ).not.toThrow();
      }
    }
  });

  test('the walk ends as expected: held mail with 5, an empty wait with 6, all else with 0', () => {
    const exits = [...documents].flatMap(([command, all]) => all.map(({ exit }) => [command, exit] as const));
    expect(exits.filter(([, exit]) => exit !== 0)).toEqual([
      // A key is no signed-in person, and nobody is trusted yet.
      ['trust grant', 4],
      ['trust enable', 4],
      ['trust revoke', 2],
      // The first attempts of a delivery are still under way.
      ['webhooks retry', 4],
      ['wait', 6],
      ['wait', 6],
      ['messages wait', 6],
      ['messages wait', 6],
      ['send', 5],
      ['reply', 5],
      // The phone is verified, and there is other proof.
      ['verify resend-phone', 4],
      ['account phone email-code', 4],
      // The code by text message is sent first, and proves the second try.
      ['mfa totp setup', 3],
      ['mfa totp enable', 3],
      // That session is nobody's, and the confirmation is wrong.
      ['sessions end', 2],
      ['account delete', 2],
    ]);
  });
});
