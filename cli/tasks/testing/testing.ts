import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import { deliverBySmtp } from '../simulating/smtp.ts';

/** A mailbox of a test. */
export interface TestMailbox {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** Key of an agent that is bound to this mailbox. */
  readonly key: string;
}

/** Mail that arrives from outside. */
export interface TestMail {
  readonly from: string;
  /** A mailbox or an address of one. */
  readonly to: TestMailbox | string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly TestFile[];
  /** A whole message with its header, in place of `subject`, `text`, `html` and `attachments`. */
  readonly raw?: string | Uint8Array;
  /** Whether the sender is proven, as by DKIM; without it nothing proves the sender. */
  readonly authenticated?: boolean;
}

/** An attachment. */
export interface TestFile {
  readonly filename: string;
  readonly content: string | Uint8Array;
  /** By default, the type that the name suggests. */
  readonly contentType?: string;
}

/** Mail that was sent to the outside. */
export interface SentMail {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string | null;
  readonly text: string | null;
  readonly html: string | null;
}

/** A daemon of a test. No mail leaves it. */
export interface TestService extends AsyncDisposable {
  /** Address of the API. */
  readonly url: string;
  /** `host:port` of the SMTP listener. */
  readonly smtp: string;
  /** Folder with everything that the daemon stores; `stop` removes it. */
  readonly home: string;
  /** Admin key of its account, which has no limits. */
  readonly key: string;
  /** Creates a mailbox. `settings` are fields of `PATCH /v1/mailboxes/:id` that tighten it. */
  createMailbox(name?: string, settings?: Readonly<Record<string, unknown>>): Promise<TestMailbox>;
  /** Delivers mail through SMTP and waits until it's scanned. Returns the ID of the message. */
  receive(mail: TestMail): Promise<string>;
  /**
   * Waits until nothing is left to do, and returns all mail that was sent to the outside, oldest first. The
   * fixture `agentmail` returns the mail of the mailboxes that it created for this test.
   */
  sent(): Promise<SentMail[]>;
  /** Moves the daemon's clock and runs everything that falls due. */
  advance(seconds: number): Promise<void>;
  /** Calls the API; rejects unless the status is 2xx. */
  call<T>(method: string, path: string, options?: { body?: unknown; key?: string }): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a daemon on free ports of this machine, in an empty home. */
export async function startAgentmail(): Promise<TestService> {
  return serviceOf(await startParts(), null);
}

async function startParts(): Promise<ServiceParts> {
  const home = await mkdtemp(join(tmpdir(), 'agentmail-'));
  const daemon = await startDaemon(home);
  try {
    const token = (await readFile(join(home, 'operator.token'), 'utf8')).trim();
    const operate = caller(daemon.http, token);
    const account = { email: 'owner@agentmail.localhost', plan: 'unlimited' };
    const { api_key: key } = await operate<{ api_key: string }>('POST', '/operator/v1/accounts', {
      body: account,
    });
    return { ...daemon, home, key, operate, numbers: { last: 0 }, deliver: deliverer(daemon.smtp, operate) };
  } catch (error) {
    await daemon.stop();
    throw error;
  }
}

/** The daemon of a test file. */
export interface DaemonOfFile {
  /** The daemon as one test sees it. */
  readonly ofTest: () => TestService;
}

/** Context of a test that `test.extend<Fixtures>(fixtures)` makes. */
export interface Fixtures {
  readonly agentmailDaemon: DaemonOfFile;
  readonly agentmail: TestService;
  readonly mailbox: TestMailbox;
}

/** For `test.extend` of Vitest: a daemon for each file; a new mailbox and no sent mail for each test. */
export const fixtures: {
  readonly agentmailDaemon: [
    (context: object, use: (daemon: DaemonOfFile) => Promise<void>) => Promise<void>,
    { readonly scope: 'file' },
  ];
  readonly agentmail: (
    context: { readonly agentmailDaemon: DaemonOfFile },
    use: (service: TestService) => Promise<void>,
  ) => Promise<void>;
  readonly mailbox: (
    context: { readonly agentmail: TestService },
    use: (mailbox: TestMailbox) => Promise<void>,
  ) => Promise<void>;
} = {
  agentmailDaemon: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const parts = await startParts();
      await use({ ofTest: () => serviceOf(parts, new Set()) }).finally(() => parts.stop());
    },
    { scope: 'file' },
  ],
  agentmail: async ({ agentmailDaemon }, use) => use(agentmailDaemon.ofTest()),
  mailbox: async ({ agentmail }, use) => use(await agentmail.createMailbox()),
};

interface TestDaemon {
  readonly http: string;
  readonly smtp: string;
  readonly stop: () => Promise<void>;
}

/** Runs `agentmaild` until `stop`; it ends with this process too. */
async function startDaemon(home: string): Promise<TestDaemon> {
  const program = fileURLToPath(new URL('bin/agentmaild.js', import.meta.resolve('agentmaild/package.json')));
  const flags = ['--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0', '--test-clock', '--log-level', 'error'];
  // With an option for its memory the daemon neither starts itself again to save some, nor collects garbage
  // while it starts.
  const argv = ['--max-semi-space-size=16', program, 'run', '--home', home, ...flags];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    child.kill();
    await exited;
    process.off('exit', kill);
    await rm(home, { recursive: true, force: true });
  };
  for await (const line of createInterface(child.stdout)) {
    const { ready, error, http, smtp } = JSON.parse(line);
    if (ready) return { http, smtp, stop };
    await stop();
    throw new Error(`agentmaild did not start: ${error}`);
  }
  await stop();
  throw new Error('agentmaild ended before it was ready');
}

type ApiCaller = TestService['call'];

/** Calls of one daemon with one key, or with another for a single call. */
function caller(url: string, ownKey: string): ApiCaller {
  return async (method, path, { body, key = ownKey } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${answer}`);
    return JSON.parse(answer);
  };
}

interface ServiceParts extends TestDaemon {
  readonly home: string;
  readonly key: string;
  readonly operate: ApiCaller;
  readonly deliver: (mail: TestMail) => Promise<string>;
  /** Of the names of mailboxes. */
  readonly numbers: { last: number };
}

/** Delivers one mail after the other, since the relay is trusted for a single one. */
function deliverer(smtp: string, operate: ApiCaller): ServiceParts['deliver'] {
  let last: Promise<unknown> = Promise.resolve();
  const deliver = async ({ from, to: target, raw, authenticated, ...content }: TestMail) => {
    const to = typeof target === 'string' ? target : target.address;
    const envelope = { from, to };
    const mail = raw === undefined ? { ...content, ...envelope } : { raw, envelope };
    const trust = (relays: readonly string[]) =>
      operate('PATCH', '/operator/v1/settings', { body: { 'smtp.trusted_relays': relays } });
    if (authenticated) await trust(['127.0.0.1']);
    try {
      const id = await deliverBySmtp(smtp, mail as SendMailOptions);
      await drain(operate);
      if (id === undefined) throw new Error(`the mail to ${to} was stored as no message`);
      return id;
    } finally {
      if (authenticated) await trust([]);
    }
  };
  return (mail) => {
    const delivered = last.then(() => deliver(mail));
    last = delivered.catch(() => undefined);
    return delivered;
  };
}

const drain = (operate: ApiCaller) => operate('POST', '/operator/v1/drain', { body: {} });

/** All mail to the outside, oldest first. */
async function sentMail(operate: ApiCaller): Promise<SentMail[]> {
  interface OutboxPage {
    readonly items: readonly SentMail[];
    readonly next_cursor: string | null;
  }
  const sent: SentMail[] = [];
  let place = '';
  for (;;) {
    const page = await operate<OutboxPage>('GET', `/operator/v1/outbox?purpose=message${place}`);
    sent.push(...page.items);
    if (page.next_cursor === null) return sent.reverse();
    place = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** An address without its subaddress. */
const mailboxOf = (address: string) => address.replace(/\+[^@]*@/, '@');

/**
 * `own` gets the addresses of the mailboxes that it creates, whose mail alone counts as sent; null for all.
 */
function serviceOf(parts: ServiceParts, own: Set<string> | null): TestService {
  const { http: url, smtp, home, key, operate, numbers, deliver, stop } = parts;
  const call = caller(url, key);
  return {
    url,
    smtp,
    home,
    key,
    call,
    async createMailbox(name = `test${++numbers.last}`, settings) {
      const made = await call<TestMailbox>('POST', '/v1/mailboxes', { body: { name } });
      own?.add(made.address);
      if (settings) await call('PATCH', `/v1/mailboxes/${made.id}`, { body: settings });
      const agent = await call<{ api_key: string }>('POST', '/v1/accounts/api-keys', {
        body: { role: 'agent', mailbox_ids: [made.id] },
      });
      return { id: made.id, name: made.name, address: made.address, key: agent.api_key };
    },
    receive: deliver,
    async sent() {
      await drain(operate);
      const sent = await sentMail(operate);
      return own === null ? sent : sent.filter(({ from }) => own.has(mailboxOf(from)));
    },
    async advance(seconds) {
      await operate('POST', '/operator/v1/clock/advance', { body: { seconds } });
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
