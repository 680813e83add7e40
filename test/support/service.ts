import type { Updateable } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type PasswordCost, setPasswordCost } from '../../daemon/access/password.ts';
import type { Overrides } from '../../daemon/compose.ts';
import { AnalysisPool } from '../../daemon/content/analysis/pool.ts';
import { Daemon } from '../../daemon/daemon.ts';
import { drain } from '../../daemon/operation/operator/work.ts';
import { type Config, DEFAULTS } from '../../daemon/platform/settings/config.ts';
import type { MailboxesTable } from '../../daemon/platform/store/schema/mailboxes.ts';
import { SystemClock } from '../../daemon/platform/system/clock.ts';
import { createLog } from '../../daemon/platform/system/log.ts';
import type { Tier } from '../../shared/contract/limits.ts';
import * as api from './api.ts';
import { type Api, apiAt, type Call } from './calls.ts';
import { CHECKED } from './checked-transactions.ts';
import { dealOut, homesBeside, TEST_NODES } from './dealt-out.ts';
import { ScriptedDns } from './dns.ts';
import { lentExtraction } from './extraction.ts';
import { freshDatabase } from './postgres.ts';
import { temporaryHome } from './temporary.ts';

export { codeOf, type Reply, unchecked } from './calls.ts';
export { temporaryHome };

/**
 * A whole daemon inside the test's process: real file, real HTTP and SMTP over loopback, a clock that the
 * test moves.
 */

export interface Service extends Api {
  readonly daemon: Daemon;
  readonly home: string;
  readonly clock: SystemClock;
  readonly operator: Call;
  /** Sends mail through the SMTP listener; returns the server's answer. */
  deliver(mail: {
    from: string;
    to: string | string[];
    subject?: string;
    text?: string;
    html?: string;
    raw?: string | Buffer;
    attachments?: { filename: string; content: string }[];
  }): Promise<string>;
  /** Resolves when nothing is left to do. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export function testConfig(home: string, changes: Partial<Config> = {}): Config {
  return {
    ...DEFAULTS,
    home,
    http: { host: '127.0.0.1', port: 0 },
    smtp: { host: '127.0.0.1', port: 0 },
    testClock: true,
    version: '0.0.0-test',
    logLevel: 'silent',
    // Hundreds of daemons would each wait for a thread to start; it has tests of its own, and so has every
    // whole program.
    smtpThread: false,
    ...changes,
  };
}

/** Threads that read mail take a second to begin: the daemons of one test file have theirs in common. */
class SharedThreads extends AnalysisPool {
  override close(): Promise<void> {
    return Promise.resolve();
  }
}

let sharedThreads: SharedThreads | undefined;

/** A daemon with a time limit or a log of its own has threads of its own. */
function threadsFor({ config, overrides }: ServiceOptions): { analysis?: AnalysisPool } {
  if (config?.scanTimeout !== undefined || overrides?.logStream) return {};
  sharedThreads ??= new SharedThreads(DEFAULTS.scanTimeout, createLog('silent', process.stderr));
  return { analysis: sharedThreads };
}

export interface ServiceOptions {
  readonly home?: string;
  readonly clock?: SystemClock;
  readonly config?: Partial<Config>;
  /** Never more than one node, for tests that look into their daemon. */
  readonly isSingle?: boolean;
  /** Parts of the outside world besides the clock. */
  readonly overrides?: Omit<Overrides, 'clock'>;
}

/** Starts a daemon that ends with the test, or with `stop`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const service = await launch(options);
  onTestFinished(() => service.stop());
  return service;
}

/**
 * A daemon for all tests of a file, or of the block that it is called in: it runs from before the first to
 * after the last.
 */
export function sharedService(options: ServiceOptions = {}): Service {
  let started: Service | undefined;
  const running = () => {
    if (!started) throw new Error('the daemon of these tests does not run');
    return started;
  };
  beforeAll(async () => {
    started = await launch(options);
  });
  afterAll(() => started?.stop());
  return {
    get daemon() {
      return running().daemon;
    },
    get home() {
      return running().home;
    },
    get clock() {
      return running().clock;
    },
    ...apiAt(() => running().daemon.runtime.http),
    operator: (endpoint, ...input) => running().operator(endpoint, ...input),
    deliver: (mail) => running().deliver(mail),
    drain: () => running().drain(),
    stop: () => running().stop(),
  };
}

/** Databases of PostgreSQL by home, if the tests run on it: a second daemon of a home uses the same one. */
const stores = new Map<string, string>();

async function storeFor(home: string): Promise<string | null> {
  if (process.env.AGENTMAIL_TEST_STORE !== 'postgres') return null;
  const url = stores.get(home) ?? (await freshDatabase('watched'));
  stores.set(home, url);
  return url;
}

/** Hashes of the real cost take 35 ms of processor time; test/access/password-cost.test.ts is about those. */
export const TEST_PASSWORD_COST: PasswordCost = { memoryCost: 64, timeCost: 1 };
setPasswordCost(TEST_PASSWORD_COST);

/** Starts a daemon that the caller stops, or as many as `AGENTMAIL_TEST_NODES` says. */
export async function launch(options: ServiceOptions = {}): Promise<Service> {
  if (TEST_NODES === 1 || options.isSingle || options.config?.store !== undefined) return launchNode(options);
  const clock = options.clock ?? new SystemClock({ settable: true });
  const config = { ...options.config, testClock: false };
  const first = await launchNode({ ...options, clock, config });
  const { store } = first.daemon.context.config;
  const others = homesBeside(first.home).map((home) =>
    launchNode({ ...options, home, clock, config: { ...config, store } }),
  );
  return dealOut([first, ...(await Promise.all(others))]);
}

async function launchNode(options: ServiceOptions): Promise<Service> {
  const home = options.home ?? temporaryHome();
  const clock = options.clock ?? new SystemClock({ settable: true });
  const daemon = await Daemon.create(testConfig(home, { store: await storeFor(home), ...options.config }), {
    // Names of the world outside do not exist unless a test says so.
    dns: new ScriptedDns(),
    // Published addresses that tests send from may be this machine's own.
    ownAddresses: () => [],
    runners: CHECKED,
    ...threadsFor(options),
    extraction: lentExtraction(),
    ...options.overrides,
    clock,
  });
  await daemon.start();

  const calls = apiAt(() => daemon.runtime.http);
  return {
    daemon,
    home,
    clock,
    ...calls,
    operator: (endpoint, ...input) => calls.call(daemon.operatorToken, endpoint, ...input),
    async deliver(mail) {
      const [host, port] = splitHostPort(daemon.runtime.smtp);
      const transport = createTransport({ host, port, secure: false, ignoreTLS: true });
      try {
        const { raw, ...parts } = mail;
        const info = await transport.sendMail(
          raw === undefined ? parts : { envelope: { from: mail.from, to: mail.to }, raw },
        );
        return info.response;
      } finally {
        transport.close();
      }
    },
    async drain() {
      // As long as the test may take: how fast the daemon is depends on the machine.
      const done = await drain(daemon.context, daemon.runtime.jobs, new AbortController().signal);
      if (!done) throw new Error('the daemon stopped before it was idle');
    },
    stop: () => daemon.stop(),
  };
}

export function splitHostPort(address: string): [string, number] {
  const colon = address.lastIndexOf(':');
  return [address.slice(0, colon), Number(address.slice(colon + 1))];
}

export interface Tenant {
  readonly accountId: string;
  readonly admin: string;
  readonly mailbox: { readonly id: string; readonly name: string; readonly address: string };
}

export interface TenantOptions {
  readonly email?: string;
  readonly tier?: Tier;
  readonly mailbox?: string;
}

/** An account with its admin key and one mailbox. */
export async function createTenant(service: Service, options: TenantOptions = {}): Promise<Tenant> {
  const { email = 'owner@example.com', tier, mailbox = 'helper' } = options;
  const { account_id, api_key } = await service.must(
    service.daemon.operatorToken,
    api.operatorCreateAccount,
    tier ? { email, tier } : { email },
  );
  return { accountId: account_id, admin: api_key, mailbox: await createMailbox(service, api_key, mailbox) };
}

export function createMailbox(service: Service, admin: string, name: string): Promise<Tenant['mailbox']> {
  return service.must(admin, api.createMailbox, { name });
}

/** Sets columns of the tenant's mailbox, whoever may. */
export async function setMailbox(
  service: Service,
  { mailbox }: Pick<Tenant, 'mailbox'>,
  columns: Updateable<MailboxesTable>,
): Promise<void> {
  await service.daemon.context.store.write('none', ({ db }) =>
    db.updateTable('mailboxes').set(columns).where('id', '=', mailbox.id).execute(),
  );
}

/** Sends that were charged to the account today. */
export async function sentToday(service: Service, key: string): Promise<number> {
  return (await service.must(key, api.getQuota)).today.count;
}

/** An agent key bound to mailboxes. */
export async function createAgent(service: Service, admin: string, ...mailboxIds: string[]): Promise<string> {
  return (await service.must(admin, api.createApiKey, { role: 'agent', mailbox_ids: mailboxIds })).api_key;
}
