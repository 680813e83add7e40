import { Seeded } from '../../review/seeded.ts';
import { House } from './house.ts';

export interface CrashReport {
  readonly runs: number;
  readonly kills: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/** Kills of one home before it is settled and thrown away. */
const KILLS_PER_HOUSE = 12;

/** Kills a daemon so many times; every house has a seed of its own, which alone repeats it. */
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
    const houseSeed = seed + number;
    const house = await House.open(new Seeded(houseSeed));
    try {
      const here = Math.min(KILLS_PER_HOUSE, runs - done);
      for (let run = 1; run <= here; run++) {
        const { moment, problems } = await house.crash();
        const name = moment.at === 'provider' ? `provider ${moment.stage}` : moment.at;
        kills[name] = (kills[name] ?? 0) + 1;
        note(`seed ${houseSeed}, kill ${run} at ${JSON.stringify(moment)}`, problems);
      }
      done += here;
      note(`seed ${houseSeed}, in the end`, await house.settle());
    } finally {
      await house.close();
    }
    progress(`${done} of ${runs} kills, seed ${houseSeed} done, violations ${violations.length}`);
  }
  return { runs, kills, violations };
}
