import { createSubject, newDay, type RunningDaemon, startDaemon } from './processes.ts';
import { type Figure, inTurn } from './report.ts';
import { Client, disableScanners } from './sends.ts';

/** Sends of a round: less than a day's budget of the largest plan. */
const SENDS = 400;
const SENDS_ALONE = 150;

/** A build under measurement. */
interface Build {
  readonly daemon: RunningDaemon;
  readonly many: Client;
  readonly one: Client;
  readonly scanned: string;
  readonly unscanned: string;
}

/** Sends against those of another build, a checkout that `AGENTMAIL_BENCH_BASE` names. */
export async function benchPairs(rounds: number): Promise<Figure[]> {
  const base = process.env.AGENTMAIL_BENCH_BASE;
  if (base === undefined) throw new Error('AGENTMAIL_BENCH_BASE must name a built checkout to compare with');
  const ours = await startBuild();
  const theirs = await startBuild(base);
  const compare = (measure: (build: Build) => Promise<number>) =>
    inTurn(
      rounds,
      () => fresh(ours, measure),
      () => fresh(theirs, measure),
    );
  const everything = await compare(({ many, scanned }) => many.send(scanned, SENDS));
  const unscanned = await compare(({ many, unscanned }) => many.send(unscanned, SENDS));
  const alone = await compare(async ({ one, scanned }) => 1000 / (await one.send(scanned, SENDS_ALONE)));
  await Promise.all([ours, theirs].map(stop));
  return [
    {
      name: 'sends, 16 at once, everything on, of the base',
      value: everything.ratio,
      unit: 'x',
      goal: { atLeast: 3 },
      detail: `${Math.round(everything.ours)} sends/s, base ${Math.round(everything.reference)}`,
    },
    {
      name: 'sends, 16 at once, scanning off, of the base',
      value: unscanned.ratio,
      unit: 'x',
      goal: { atLeast: 2.5 },
      detail: `${Math.round(unscanned.ours)} sends/s, base ${Math.round(unscanned.reference)}`,
    },
    {
      name: 'time of a send, one caller, of the base',
      value: alone.ratio,
      unit: 'x',
      goal: { atMost: 0.7 },
      detail: `${alone.ours.toFixed(2)} ms, base ${alone.reference.toFixed(2)} ms`,
    },
  ];
}

async function startBuild(checkout?: string): Promise<Build> {
  const daemon = await startDaemon({
    flags: ['--test-clock'],
    ...(checkout !== undefined && { checkout }),
  });
  const subject = await createSubject(daemon, 2);
  const [scanned, unscanned] = subject.mailboxes;
  if (!scanned || !unscanned) throw new Error('no mailbox');
  await disableScanners(daemon, subject.admin, unscanned.id);
  const build = {
    daemon,
    many: new Client(daemon, subject.admin),
    one: new Client(daemon, subject.admin, 1),
    scanned: scanned.id,
    unscanned: unscanned.id,
  };
  await build.many.send(scanned.id, SENDS);
  return build;
}

/** Measures with a new day's budget. */
async function fresh(build: Build, measure: (build: Build) => Promise<number>): Promise<number> {
  await newDay(build.daemon);
  return measure(build);
}

async function stop({ daemon, many, one }: Build): Promise<void> {
  many.close();
  one.close();
  await daemon.stop();
}
