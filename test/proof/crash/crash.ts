import { Seeded } from '../../review/seeded.ts';
import { Environment } from './environment.ts';

export interface CrashReport {
  readonly runs: number;
  readonly kills: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/** Kills of one home before its last check. */
const KILLS_PER_HOME = 12;

/** Kills a daemon `runs` times. Each environment has its own seed, which alone reproduces its kills. */
export async function crashRuns(
  seed: number,
  runs: number,
  progress: (text: string) => void = () => undefined,
): Promise<CrashReport> {
  const kills: Record<string, number> = {};
  const violations: string[] = [];
  const note = (where: string, problems: readonly string[]) => {
    for (const problem of problems) {
      violations.push(`${where}: ${problem}`);
      progress(`${where}: ${problem}`);
    }
  };
  for (let done = 0, number = 0; done < runs; number++) {
    const ownSeed = seed + number;
    const environment = await Environment.open(new Seeded(ownSeed));
    try {
      const here = Math.min(KILLS_PER_HOME, runs - done);
      for (let run = 1; run <= here; run++) {
        const { moment, problems } = await environment.crash();
        const name = moment.at === 'provider' ? `provider ${moment.stage}` : moment.at;
        kills[name] = (kills[name] ?? 0) + 1;
        note(`seed ${ownSeed}, kill ${run} at ${JSON.stringify(moment)}`, problems);
      }
      done += here;
      note(`seed ${ownSeed}, in the end`, await environment.finish());
    } finally {
      await environment.close();
    }
    progress(`${done} of ${runs} kills, seed ${ownSeed} done, violations ${violations.length}`);
  }
  return { runs, kills, violations };
}
