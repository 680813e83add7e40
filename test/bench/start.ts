import { spawnSync } from 'node:child_process';
import { startAgentmail } from '../../cli/tasks/testing/testing.ts';
import { type Figure, inTurn } from './report.ts';

/** Start of the testing fixture, until there is a daemon with an account, against an empty Node process. */
export async function benchStart(rounds: number): Promise<Figure[]> {
  // The first start compiles.
  await timeOfStart();
  const result = await inTurn(rounds, timeOfStart, async () => {
    const began = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - began;
  });
  return [
    {
      name: 'start of a daemon for a test',
      value: result.ratio,
      unit: '× node -e 0',
      goal: { atMost: 8 },
      detail: `${result.ours.toFixed(0)} ms against ${result.reference.toFixed(0)} ms`,
    },
  ];
}

async function timeOfStart(): Promise<number> {
  const began = performance.now();
  const service = await startAgentmail();
  const took = performance.now() - began;
  await service.stop();
  return took;
}
