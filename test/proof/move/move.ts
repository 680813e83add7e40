import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { restoreHome } from '../../../daemon/operation/backup/restore.ts';
import { INLINE_LIMIT } from '../../../daemon/platform/store/blobs/blobs.ts';
import { ask, connect } from '../../../daemon/platform/store/postgres/client.ts';
import { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { Program } from '../world/program.ts';
import { contentOf } from './content.ts';
import { type FilledHome, fillHome } from './filled-home.ts';

const DAEMON = fileURLToPath(new URL('../../../bin/agentmaild.js', import.meta.url));

/** Tables with a row for each message, and rows that are copied at once. */
const TABLES = 3;
const ROWS = 250;

export interface MoveOptions {
  readonly messages: number;
  readonly seed: number;
  /** Kills on each way. */
  readonly kills: number;
  readonly progress?: (text: string) => void;
}

/**
 * Moves a filled home from SQLite to PostgreSQL and back with the built daemon, kills it on the way, and lets
 * daemons serve at both ends. Then it moves a home that was restored. Returns what differs.
 */
export async function moveThereAndBack(options: MoveOptions): Promise<string[]> {
  const { messages, kills, progress = () => undefined } = options;
  const home = mkdtempSync(join(tmpdir(), 'agentmail-move-'));
  const move = new Move(home, options);
  try {
    const filled = await fillHome(home, messages);
    const before = contentOf(home);
    progress(`filled: ${before.messages} messages, ${before.blobs} blobs`);
    const url = await freshDatabase('empty');
    await move.to(url, kills);
    const afterCopy = differences(before, contentOf(home)).map((text) => `in the source: ${text}`);
    await move.to('sqlite', kills);
    const problems = [...afterCopy, ...differences(before, contentOf(home))];
    const here = await answersOf({ home, filled });
    await move.to(await freshDatabase('empty'), 0);
    const there = await answersOf({ home, filled });
    if (there !== here) problems.push(`answers differ: ${firstDifference(there, here)}`);
    return [...problems, ...(await moveRestored(home, options))];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Does the same once with a home that a backup is restored to: all its bytes are in rows. */
async function moveRestored(source: string, options: MoveOptions): Promise<string[]> {
  const home = join(source, 'restored');
  const program = await Program.start({ home: source });
  const { file } = await program.must(null, api.createBackup).finally(() => program.stop());
  restoreHome({ home, file, force: false, now: Date.now() });
  const before = contentOf(home);
  const url = await freshDatabase('empty');
  const move = new Move(home, options);
  await move.to(url, 0);
  const client = await connect({ url });
  const inRows = `select id from blobs where size > ${INLINE_LIMIT} and content is not null`;
  const { rows } = await ask(client, inRows).finally(() => client.end());
  await move.to('sqlite', 0);
  return [
    ...rows.map(({ id }) => `blob ${id} has its bytes in its row`),
    ...differences(before, contentOf(home)).map((text) => `of a restored home: ${text}`),
  ];
}

class Move {
  readonly #home: string;
  readonly #random: Seeded;
  /** Batches of rows that a copy has at least. */
  readonly #batches: number;
  readonly #progress: (text: string) => void;

  constructor(home: string, { seed, messages, progress = () => undefined }: MoveOptions) {
    this.#home = home;
    this.#random = new Seeded(seed);
    this.#batches = Math.ceil((TABLES * messages) / ROWS);
    this.#progress = progress;
  }

  /** Moves the home, after so many attempts that are killed between two batches of rows. */
  async to(store: string, kills: number): Promise<void> {
    for (let kill = 0; kill < kills; kill++) {
      // A copy goes on where the killed one was.
      const batches = 1 + this.#random.below(Math.floor(this.#batches / kills));
      const { child, lines } = this.#start(store);
      let seen = 0;
      for await (const line of lines) {
        if (++seen < batches) continue;
        this.#progress(`killed at ${line}`);
        child.kill('SIGKILL');
        break;
      }
      await ended(child);
    }
    const began = performance.now();
    const { child, lines } = this.#start(store);
    const said: string[] = [];
    for await (const line of lines) if (!/^\w+: \d+$/.test(line)) said.push(line);
    const code = await ended(child);
    if (code !== 0) throw new Error(`migrate-store ended with ${code}: ${said.join('\n')}`);
    this.#progress(`moved to ${store.split(':')[0]} in ${Math.round(performance.now() - began)} ms`);
  }

  #start(store: string): { child: ChildProcess; lines: AsyncIterable<string> } {
    const command = [DAEMON, 'migrate-store', '--home', this.#home, '--to', store];
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] });
    return { child, lines: createInterface({ input: child.stderr as NodeJS.ReadableStream }) };
  }
}

async function ended(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((table) => before[table] !== after[table])
    .map((table) => `${table} was ${before[table]} and is ${after[table]}`);
}

/** Some text before and after the first difference, on PostgreSQL and on SQLite. */
function firstDifference(there: string, here: string): string {
  const at = [...there].findIndex((character, index) => character !== here[index]);
  const [postgres, sqlite] = [there, here].map((text) => text.slice(Math.max(0, at - 100), at + 200));
  return `PostgreSQL ${postgres}, SQLite ${sqlite}`;
}

/** The answers of a daemon of the home, as text. */
async function answersOf({ home, filled }: { home: string; filled: FilledHome }): Promise<string> {
  const program = await Program.start({ home });
  try {
    const { admin, mailboxId: id } = filled;
    const list = async (more: object) =>
      (await program.must(admin, api.listMessages, { id, limit: 100, ...more })).messages;
    const letters = await list({ search: 'Words of letter' });
    const raw = await program.must(null, api.getRawMessage, { id: letters[0]?.id ?? '' });
    // Checks of the server exist on PostgreSQL only.
    const { checks: _, ...integrity } = await program.must(null, api.checkIntegrity);
    return JSON.stringify([
      await list({}),
      await program.must(admin, api.listThreads, { id, limit: 100 }),
      letters,
      raw,
      await program.must(admin, api.getUsage),
      integrity,
    ]);
  } finally {
    await program.stop();
  }
}
