import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../../daemon/platform/store/postgres/client.ts';
import { migrate } from '../../daemon/platform/store/postgres/migrate.ts';
import { OWN_SERVER, POSTGRES_PROGRAMS } from './postgres-programs.ts';
import { afterTestFile } from './temporary.ts';
import { addWatchingTriggers } from './watch-postgres.ts';

export { hasPostgres, hasPostgresPrograms } from './postgres-programs.ts';

/** PostgreSQL refuses to run as root; this is the user `nobody`. */
const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0;
const owner = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

const SETTINGS = ['listen_addresses=', 'max_connections=200'];

/**
 * For databases that live for seconds. Tests stop programs, not machines: the system keeps what was written.
 */
const UNSYNCED = [...SETTINGS, 'fsync=off', 'full_page_writes=off', 'autovacuum=off'];

/** A PostgreSQL server of its own, on a socket in a temporary folder. */
export class PostgresServer {
  /** Has the server's socket. */
  readonly folder = mkdtempSync(join(tmpdir(), 'agentmail-postgres-'));
  readonly #data = join(this.folder, 'data');
  readonly #settings: readonly string[];
  #process: ChildProcess | null = null;

  constructor({ isSynced = true } = {}) {
    this.#settings = isSynced ? SETTINGS : UNSYNCED;
  }

  /** Gets a file written with each change. */
  get walFolder(): string {
    return join(this.#data, 'pg_wal');
  }

  /** The URL of one of its databases. */
  url(database: string): string {
    return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(this.folder)}`;
  }

  /** Creates an empty database, and returns its URL. */
  createDatabase(name: string): Promise<string> {
    return createDatabase(this.url('postgres'), name, 'template1');
  }

  async start(): Promise<void> {
    if (!existsSync(this.#data)) this.#prepare();
    const settings = this.#settings.flatMap((setting) => ['-c', setting]);
    const server = spawn(this.#program('postgres'), ['-D', this.#data, '-k', this.folder, ...settings], {
      ...owner,
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = server;
    await new Promise<void>((resolve, reject) => {
      let log = '';
      server.stderr?.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (log.includes('ready to accept connections')) resolve();
      });
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
    });
    server.stderr?.removeAllListeners('data').resume();
  }

  /** Stops it without a shutdown, as a crash does. */
  async kill(): Promise<void> {
    await this.#signal('SIGQUIT');
  }

  async stop(): Promise<void> {
    await this.#signal('SIGINT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Stops it when the process ends. */
  stopAtExit(): void {
    process.once('exit', () => {
      this.#process?.kill('SIGQUIT');
      rmSync(this.folder, { recursive: true, force: true });
    });
    exitOnSignal();
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  }

  get #programs(): string {
    return asRoot ? join(this.folder, 'native') : (POSTGRES_PROGRAMS ?? '');
  }

  #program(name: string): string {
    return join(this.#programs, 'bin', name);
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      LD_LIBRARY_PATH: [join(this.folder, 'lib'), join(this.#programs, 'lib')].join(':'),
    };
  }

  #prepare(): void {
    if (POSTGRES_PROGRAMS === null) throw new Error('no PostgreSQL');
    chmodSync(this.folder, 0o755);
    // Another user may not get into the folder of the checkout.
    if (asRoot) cpSync(POSTGRES_PROGRAMS, this.#programs, { recursive: true });
    this.#linkLibraries();
    mkdirSync(this.#data, { mode: 0o700 });
    if (asRoot) for (const folder of [this.folder, this.#data]) chownSync(folder, NOBODY, NOBODY);
    const flags = [
      '-D',
      this.#data,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ];
    const { status, stderr } = spawnSync(this.#program('initdb'), flags, {
      ...owner,
      env: this.#environment,
    });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  }

  /** Makes the links that the package's install script would make in its own folder. */
  #linkLibraries(): void {
    const links = JSON.parse(readFileSync(join(this.#programs, 'pg-symlinks.json'), 'utf8')) as {
      source: string;
      target: string;
    }[];
    mkdirSync(join(this.folder, 'lib'));
    for (const { source, target } of links)
      symlinkSync(
        join(this.#programs, '..', source),
        join(this.folder, 'lib', target.split('/').at(-1) ?? ''),
      );
  }
}

/** Of all databases that this process creates. */
const PREFIX = `agentmail_test_${randomBytes(4).toString('hex')}`;
const TEMPLATE = `${PREFIX}_template`;
const WATCHED = `${PREFIX}_watched`;

/** A server, and the URL of a database on it that's there. */
interface SharedServer {
  readonly url: string;
  /** Null for one's own, which tests don't stop. */
  readonly programs: PostgresServer | null;
}

/** The test runner ends its processes by a signal, after which Node calls nobody. */
function exitOnSignal(): void {
  process.once('SIGTERM', () => process.exit());
}

let shared: Promise<SharedServer> | null = null;
let created = 0;
const open = new Set<string>();

async function startShared(): Promise<SharedServer> {
  const server = OWN_SERVER === undefined ? await startEmbedded() : ownServer(OWN_SERVER);
  const client = await connect({ url: await createDatabase(server.url, TEMPLATE, 'template1') });
  await migrate(client, 0);
  await client.end();
  const watched = await connect({ url: await createDatabase(server.url, WATCHED, TEMPLATE) });
  await addWatchingTriggers(watched);
  await watched.end();
  return server;
}

async function startEmbedded(): Promise<SharedServer> {
  // Benches and proofs, which are programs of their own, measure what users have.
  const programs = new PostgresServer({ isSynced: process.env.VITEST === undefined });
  programs.stopAtExit();
  await programs.start();
  return { url: programs.url('postgres'), programs };
}

function ownServer(url: string): SharedServer {
  // Nothing can be awaited at the end of a process.
  process.once('exit', () =>
    spawnSync(process.execPath, ['-e', DROP_ALL, url, PREFIX], { stdio: 'inherit' }),
  );
  exitOnSignal();
  return { url, programs: null };
}

/** A program that drops the databases whose names begin with the prefix. */
const DROP_ALL = `
  const { Client } = require(${JSON.stringify(createRequire(import.meta.url).resolve('pg'))});
  const [url, prefix] = process.argv.slice(1);
  (async () => {
    const client = new Client(url);
    await client.connect();
    const names = 'select datname from pg_database where starts_with(datname, $1)';
    for (const { datname } of (await client.query(names, [prefix])).rows)
      await client.query('drop database ' + datname + ' with (force)');
    await client.end();
  })();
`;

/** Runs statements that concern databases as a whole. */
async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function createDatabase(server: string, name: string, template: string): Promise<string> {
  await administer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** By content of a new database: with triggers it refuses changes that no test checks. */
const TEMPLATES = { empty: 'template1', schema: TEMPLATE, watched: WATCHED };

/**
 * Creates a database on a server that the tests of this process share, and returns its URL. It's dropped
 * after the tests of the file.
 */
export async function freshDatabase(content: keyof typeof TEMPLATES = 'schema'): Promise<string> {
  shared ??= startShared();
  const { url } = await shared;
  const name = `${PREFIX}_${++created}`;
  if (open.size === 0) afterTestFile(dropDatabases);
  open.add(name);
  return createDatabase(url, name, TEMPLATES[content]);
}

/** The server of `freshDatabase`; null if it isn't ours to stop. */
export async function stoppableServer(): Promise<PostgresServer | null> {
  shared ??= startShared();
  return (await shared).programs;
}

async function dropDatabases(): Promise<void> {
  const drops = [...open].map((name) => `drop database if exists ${name} with (force)`);
  open.clear();
  if (shared) await administer((await shared).url, ...drops);
}
