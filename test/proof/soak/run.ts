import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Seeded } from '../../mail/review/seeded.ts';
import * as api from '../../support/api.ts';
import { type Account, createAccount } from '../world/account.ts';
import { atOnce } from '../world/clients.ts';
import { Ledger } from '../world/ledger.ts';
import { Program } from '../world/program.ts';
import { Load, type LoadAccounts, SHARE_OF_SENDS } from './load.ts';
import { growth, percentile, type Sample, sample } from './watch.ts';

/**
 * `npm run soak -- --minutes N`: mixed load with restarts, at half of what the machine can do or, where it is
 * shared and a measurement would say little, at `--rate` things a second.
 */

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, rate: { type: 'string' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 60);
const seed = Number(values.seed ?? 1);
const LIVES = 3;
const MEASURED_SECONDS = 15;
const AT_ONCE = 8;
const SAMPLE_SECONDS = 5;
const SAMPLES_A_MINUTE = 60 / SAMPLE_SECONDS;
/** Sends that one of them may make with a margin to the daily limit of its plan. */
const SENDS_EACH = 800;
const SENDERS_MEASURED = 40;

const say = (text: string) => process.stdout.write(`${text}\n`);
const home = mkdtempSync(join(tmpdir(), 'agentmail-soak-'));
const random = new Seeded(seed);
const ledger = new Ledger();

async function createUnlimitedAccount(name: string): Promise<Account> {
  const account = await createAccount(program, name, `${name}@example.com`);
  // Storage isn't measured.
  const body = { id: account.id, storage_limit_bytes: 1e12 };
  await program.must(null, api.operatorUpdateAccount, body);
  return account;
}

/** Adds `count` accounts that send. */
async function addSenders(senders: Account[], count: number): Promise<void> {
  for (const end = senders.length + count; senders.length < end; ) {
    senders.push(await createUnlimitedAccount(`sender${senders.length + 1}`));
  }
}

/** Things per second that are done when nobody waits. */
async function capacity(program: Program, accounts: LoadAccounts): Promise<number> {
  const load = new Load(accounts, ledger, random);
  const until = performance.now() + MEASURED_SECONDS * 1000;
  let done = 0;
  await atOnce(AT_ONCE, () => {
    if (performance.now() >= until) return undefined;
    done += 1;
    return load.run(program, load.choose(), performance.now());
  });
  await program.must(null, api.drain, { timeout_seconds: 600 });
  return done / ((performance.now() - until) / 1000 + MEASURED_SECONDS);
}

/** Begins `rate` things a second, whether the earlier ones are done or not. */
async function keepBusy(seconds: number, begin: (at: number) => Promise<void>, look: () => void) {
  const began = performance.now();
  const running = new Set<Promise<void>>();
  let nextLook = began;
  for (let number = 0; number < rate * seconds; number++) {
    const at = began + (number * 1000) / rate;
    const wait = at - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    if (performance.now() > nextLook) {
      nextLook += SAMPLE_SECONDS * 1000;
      look();
    }
    const deed = begin(at).finally(() => running.delete(deed));
    running.add(deed);
  }
  await Promise.all(running);
}

async function halfOfTheCapacity(): Promise<number> {
  await addSenders(senders, SENDERS_MEASURED);
  const whole = await capacity(program, accounts);
  say(`capacity ${whole.toFixed(1)} things a second`);
  return whole / 2;
}

const samples: Sample[] = [];
let program = await Program.start({ home });
const reader = await createUnlimitedAccount('helper');
const senders: Account[] = [];
const accounts: LoadAccounts = { reader, senders };
const rate = values.rate === undefined ? await halfOfTheCapacity() : Number(values.rate);
await addSenders(senders, Math.ceil((rate * minutes * 60 * SHARE_OF_SENDS) / SENDS_EACH));
say(`soaking at ${rate.toFixed(1)} things a second for ${minutes} minutes`);
const load = new Load(accounts, ledger, random);
for (let life = 1; life <= LIVES; life++) {
  await keepBusy(
    (minutes * 60) / LIVES,
    (at) => load.run(program, load.choose(), at),
    () => samples.push(sample(program, life)),
  );
  const last = samples.at(-1);
  say(
    `life ${life}: ${last?.memory.toFixed(0)} MB, ${last?.handles} handles, log ${last?.log.toFixed(1)} MB`,
  );
  if (life === 2) await program.kill();
  else await program.stop();
  if (life < LIVES) program = await Program.start({ home });
}
program = await Program.start({ home });
await program.must(null, api.drain, { timeout_seconds: 600 });
const integrity = await program.must(null, api.checkIntegrity);
await program.stop();
for (const [deed, times] of load.times) {
  const [median, p99, worst] = [50, 99, 100].map((percent) => percentile(times, percent));
  say(`${deed}: ${times.length} times, median ${median} ms, 99% ${p99} ms, worst ${worst} ms`);
}
const wrong = [...growth(samples), ...integrity.problems];
const failed = [...load.failures].map(([failure, times]) => `${times} times ${failure}`);
const violations = wrong.length + [...load.failures.values()].reduce((sum, times) => sum + times, 0);
const minutely = samples.filter((_, index) => index % SAMPLES_A_MINUTE === 0);
say(`memory MB ${minutely.map(({ memory }) => memory.toFixed(0)).join(' ')}`);
say(`seed ${seed}, minutes ${minutes}, restarts ${LIVES}, violations ${violations}`);
for (const violation of [...wrong, ...failed].slice(0, 40)) say(violation);
rmSync(home, { recursive: true, force: true });
process.exit(violations === 0 ? 0 : 1);
