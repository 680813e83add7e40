import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import { Seeded } from '../../mail/review/seeded.ts';
import { type DatabaseFile, openHomeFile } from '../../support/database-file.ts';
import { Disk, type Loss } from './disk.ts';
import { type Fact, recordScenario } from './scenario.ts';
import { type Call, readTraces, stringsOf } from './trace.ts';

export interface PowerReport {
  readonly cuts: number;
  /** Calls of the daemon that were played again, and things that it had said. */
  readonly calls: number;
  readonly facts: number;
  readonly violations: readonly string[];
}

const OWNER_FILES = ['secret.key', 'operator.token'];
/** Memory, where there is some: cuts are many, and nothing of them has to last. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

interface Said extends Pick<Fact, 'name' | 'broken'> {
  /** Line of the trace at which it began to be said. */
  readonly at: number;
}

/** Cuts the power of a daemon at so many moments of one recorded run, and opens what is left each time. */
export async function powerCuts(seed: number, cuts: number): Promise<PowerReport> {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-power-'));
  const traces = { setUp: `${home}.1.trace`, work: `${home}.2.trace` };
  try {
    const facts = await recordScenario(home, traces);
    const calls = await readTraces([traces.setUp, traces.work]);
    const said = await whenSaid(facts, calls, home);
    const violations = await cutAll(home, calls, said, new Seeded(seed), cuts);
    return { cuts, calls: calls.length, facts: said.length, violations };
  } finally {
    rmSync(home, { recursive: true, force: true });
    for (const trace of Object.values(traces)) rmSync(trace, { force: true });
  }
}

async function whenSaid(facts: readonly Fact[], calls: readonly Call[], home: string): Promise<Said[]> {
  const spoken = calls
    .filter(({ name }) => /^(?:write|writev|sendto|sendmsg)$/.test(name))
    .filter(({ text }) => /^\d+<(?:\\x(?:73\\x6f\\x63|70\\x69\\x70)|socket|pipe|TCP|UNIX)/.test(text))
    .map(({ text, began }) => ({
      began,
      text: Buffer.concat(stringsOf(text.replace(/^\d+<[^>]*>/, ''))).toString('latin1'),
    }));
  const said = [...facts, ...ownerFacts(home)].map(({ name, saidBy, broken }) => {
    const found = spoken.find(({ text }) => saidBy(text));
    if (!found) throw new Error(`${name}, but the trace does not show it`);
    return { name, broken, at: found.began };
  });
  return said;
}

/** Clients of a ready daemon depend on its secrets. */
function ownerFacts(home: string): Fact[] {
  return OWNER_FILES.map((name) => {
    const content = readFileSync(join(home, name), 'utf8');
    return {
      name: `the daemon was ready with its ${name}`,
      saidBy: (text) => text.includes('"ready":true'),
      broken: (file) => {
        const path = join(file.name, '..', name);
        if (!existsSync(path)) return 'the file is gone';
        return readFileSync(path, 'utf8') === content ? null : 'the file is another one';
      },
    };
  });
}

async function cutAll(
  home: string,
  calls: readonly Call[],
  said: readonly Said[],
  random: Seeded,
  cuts: number,
): Promise<string[]> {
  const disk = new Disk(home);
  const moments = new Map<number, number>();
  const syncs = calls.flatMap(({ name }, index) => (/^f(?:data)?sync$/.test(name) ? [index] : []));
  for (let cut = 0; cut < cuts; cut++) {
    // Half of them right behind a sync, where the least is safe of what comes next.
    const index = cut % 2 === 0 ? random.pick(syncs) : random.below(calls.length);
    moments.set(index, (moments.get(index) ?? 0) + 1);
  }
  const violations: string[] = [];
  for (const [index, call] of calls.entries()) {
    disk.take(call);
    for (let left = moments.get(index) ?? 0; left > 0; left--) {
      const loss = random.pick(['all', 'some', 'some', 'none'] as const);
      const due = said.filter(({ at }) => at <= call.ended);
      const problems = await afterCut(disk, due, loss, random);
      const where = `cut after line ${call.ended} (${call.name}), of what was not synced ${loss} lost`;
      violations.push(...problems.map((problem) => `${where}: ${problem}`));
    }
  }
  return violations;
}

async function afterCut(disk: Disk, due: readonly Said[], loss: Loss, random: Seeded): Promise<string[]> {
  const folder = mkdtempSync(join(SCRATCH, 'agentmail-cut-'));
  try {
    disk.writeTo(folder, loss, random);
    const problems = await openAgain(folder);
    const file = openHomeFile(folder, 'write');
    for (const { name, broken } of due) {
      const problem = broken(file);
      if (problem !== null) problems.push(`${name}: ${problem}`);
    }
    problems.push(...shortBlobs(folder, file));
    file.close();
    return problems;
  } catch (error) {
    return [`it does not open: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the daemon does at its start: migrations, what a crash left behind, and the check of the whole file. */
async function openAgain(home: string): Promise<string[]> {
  const hooks = { onHookFailure: () => undefined };
  const store = await openStore({ home, clock: new SystemClock(), random: systemRandom, ...hooks });
  const problems = await store.integrityProblems();
  await store.close();
  return problems;
}

function shortBlobs(home: string, file: DatabaseFile): string[] {
  const blobs = file.prepare('select id, size from blobs where content is null').all() as {
    id: string;
    size: number;
  }[];
  return blobs
    .filter(({ id, size }) => statSync(join(home, 'blobs', id), { throwIfNoEntry: false })?.size !== size)
    .map(({ id }) => `the file of blob ${id} is cut short`);
}
