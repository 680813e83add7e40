import { Seeded } from '../../mail/review/seeded.ts';
import type { EngineName } from './engine.ts';
import { Environment } from './environment.ts';
import type { Victim } from './moment.ts';

export interface CrashOptions {
  readonly seed: number;
  readonly runs: number;
  readonly engine?: EngineName;
  readonly progress?: (text: string) => void;
}

export interface CrashReport {
  readonly runs: number;
  readonly kills: Readonly<Record<string, number>>;
  readonly victims: Readonly<Record<Victim, number>>;
  readonly violations: readonly string[];
}

/** Kills of one home before its last check. */
const KILLS_PER_HOME = 12;

/**
 * Kills a daemon, or the server of its database, `runs` times. Each environment has its own seed, which alone
 * reproduces its kills.
 */
export async function crashRuns({
  seed,
  runs,
  engine = 'sqlite',
  progress = () => undefined,
}: CrashOptions): Promise<CrashReport> {
  const kills: Record<string, number> = {};
  const victims = { daemon: 0, server: 0, both: 0 };
  const violations: string[] = [];
  const note = (where: string, problems: readonly string[]) => {
    for (const problem of problems) {
      violations.push(`${where}: ${problem}`);
      progress(`${where}: ${problem}`);
    }
  };
  for (let done = 0, number = 0; done < runs; number++) {
    const ownSeed = seed + number;
    const before = violations.length;
    const environment = await Environment.open(new Seeded(ownSeed), engine);
    try {
      const here = Math.min(KILLS_PER_HOME, runs - done);
      for (let run = 1; run <= here; run++) {
        const { moment, victim, problems } = await environment.crash();
        const name = moment.at === 'provider' ? `provider ${moment.stage}` : moment.at;
        kills[name] = (kills[name] ?? 0) + 1;
        victims[victim] += 1;
        note(`seed ${ownSeed}, kill ${run} of ${victim} at ${JSON.stringify(moment)}`, problems);
      }
      done += here;
      note(`seed ${ownSeed}, in the end`, await environment.finish());
      if (violations.length > before) environment.keepLog(`agentmail-crash-${ownSeed}.log`);
    } finally {
      await environment.close();
    }
    progress(`${done} of ${runs} kills, seed ${ownSeed} done, violations ${violations.length}`);
  }
  return { runs, kills, victims, violations };
}
