import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as api from '../support/api.ts';
import { PostgresServer } from '../support/postgres.ts';
import { costOf } from './cost.ts';
import { runHttpLoad } from './http-load.ts';
import { type Running, type RunningDaemon, startDaemon, startProgram } from './processes.ts';
import { type Figure, median } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';
import { benchStoreSearch } from './store-search.ts';

const CALLERS = 64;
const MESSAGES = 400;
const READS = 2000;
const TEXT_BYTES = 2000;

/** The same daemon on PostgreSQL against SQLite, in rounds that take turns. */
export async function benchStore(rounds: number): Promise<Figure[]> {
  const server = new PostgresServer();
  await server.start();
  try {
    return [...(await benchMail(server, rounds)), ...(await benchStoreSearch(server))];
  } finally {
    await server.stop();
  }
}

type Place = 'sqlite' | 'postgres' | 'far';

/** A daemon with an account and a mailbox for each caller. */
interface Subject {
  readonly daemon: RunningDaemon;
  readonly keys: readonly string[];
  readonly addresses: readonly string[];
}

/** Messages accepted per second, and milliseconds of the daemon's processor time for each operation. */
interface Round {
  readonly many: number;
  readonly one: number;
  readonly acceptCost: number;
  readonly arrivalCost: number;
  readonly readCost: number;
}

async function benchMail(server: PostgresServer, rounds: number): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const proxy = await startProxy(server);
  const far = new URL(await server.createDatabase('far'));
  const urls: Record<Place, string | undefined> = {
    sqlite: undefined,
    postgres: await server.createDatabase('near'),
    far: `postgres://postgres@${proxy.ready.http}${far.pathname}`,
  };
  const subjects = {} as Record<Place, Subject>;
  const measured: Record<Place, Round[]> = { sqlite: [], postgres: [], far: [] };
  try {
    for (const [place, url] of Object.entries(urls)) {
      const daemon = await startDaemon({
        home: join(home, place),
        ...(url !== undefined && { env: { AGENTMAIL_STORE: url } }),
      });
      subjects[place as Place] = await createCallers(daemon);
    }
    for (const subject of Object.values(subjects)) await roundOf(subject, MESSAGES / 3);
    for (let round = 0; round < rounds; round++) {
      for (const [place, subject] of Object.entries(subjects))
        measured[place as Place].push(await roundOf(subject, MESSAGES));
    }
  } finally {
    await Promise.all(Object.values(subjects).map(({ daemon }) => daemon.stop()));
    await proxy.stop();
    rmSync(home, { recursive: true, force: true });
  }
  return figuresOf(measured);
}

function startProxy(server: PostgresServer): Promise<Running> {
  const file = fileURLToPath(new URL('./references/delaying-proxy.ts', import.meta.url));
  return startProgram(file, [join(server.folder, '.s.PGSQL.5432')]);
}

async function createCallers(daemon: RunningDaemon): Promise<Subject> {
  const keys: string[] = [];
  const addresses: string[] = [];
  for (let caller = 0; caller < CALLERS; caller++) {
    const email = `bench${caller}@example.com`;
    const { api_key } = await daemon.must(daemon.operatorToken, api.operatorCreateAccount, { email });
    const mailbox = await daemon.must(api_key, api.createMailbox, { name: `box${caller}` });
    keys.push(api_key);
    addresses.push(mailbox.address);
  }
  return { daemon, keys, addresses };
}

async function roundOf(subject: Subject, messages: number): Promise<Round> {
  const { daemon, addresses } = subject;
  const rates = { many: 0, one: 0 };
  let acceptCost = 0;
  const arrivalCost = await costOf(daemon, messages, async () => {
    acceptCost = await costOf(daemon, messages, async () => {
      rates.many = await receive(daemon, messages, (session) => addresses[session] ?? '');
    });
    await drain(daemon);
  });
  rates.one = await receive(daemon, messages, () => addresses[0] ?? '');
  await drain(daemon);
  return { ...rates, acceptCost, arrivalCost, readCost: await readCostOf(subject) };
}

function receive(
  daemon: RunningDaemon,
  messages: number,
  recipient: (session: number) => string,
): Promise<number> {
  return runSmtpLoad({
    port: Number(daemon.ready.smtp?.split(':')[1]),
    sessions: CALLERS,
    messages,
    message: (number) => textMessage(TEXT_BYTES, number),
    recipient,
  });
}

async function drain(daemon: RunningDaemon): Promise<void> {
  await daemon.must(daemon.operatorToken, api.drain, { timeout_seconds: 600 });
}

async function readCostOf({ daemon, keys }: Subject): Promise<number> {
  const [token = ''] = keys;
  const { messages } = await daemon.must(token, api.listMessages, { id: 'box0', limit: 1 });
  return costOf(daemon, READS, () =>
    runHttpLoad({
      origin: daemon.ready.http ?? '',
      path: `/v1/messages/${messages[0]?.id}`,
      token,
      connections: 16,
      requests: READS,
    }),
  );
}

function figuresOf(measured: Readonly<Record<Place, readonly Round[]>>): Figure[] {
  const figure = (
    name: string,
    { of, place = 'postgres', unit }: { of: keyof Round; place?: Place; unit: string },
    goal: Figure['goal'],
  ): Figure => {
    const values = (at: Place) => measured[at].map((round) => round[of]);
    const [ours, sqlite] = [values(place), values('sqlite')];
    const shown = (value: number) => (unit === 'ms' ? value.toFixed(2) : Math.round(value));
    return {
      name,
      value: median(ours.map((value, round) => value / (sqlite[round] ?? Number.NaN))),
      unit: 'x',
      goal,
      detail: `${shown(median(ours))} ${unit}, SQLite ${shown(median(sqlite))}`,
    };
  };
  const rate = { unit: 'messages/s' };
  const cost = { unit: 'ms' };
  return [
    figure('mail accepted, 64 callers', { of: 'many', ...rate }, { atLeast: 0.6 }),
    figure('mail accepted, 1 ms further away', { of: 'many', place: 'far', ...rate }, { atLeast: 0.5 }),
    figure('mail accepted, one account', { of: 'one', ...rate }, { atLeast: 0.25 }),
    figure(
      'mail accepted, one account, 1 ms further away',
      { of: 'one', place: 'far', ...rate },
      { atLeast: 0 },
    ),
    figure("Node's processor time of an accept", { of: 'acceptCost', ...cost }, { atMost: 1.15 }),
    figure("Node's processor time of an arrival, read", { of: 'arrivalCost', ...cost }, { atMost: 1.15 }),
    figure("Node's processor time of a GET", { of: 'readCost', ...cost }, { atMost: 1.15 }),
  ];
}
