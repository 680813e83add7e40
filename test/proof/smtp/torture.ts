import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrdinaryClient } from '../world/ordinary-client.ts';
import { Program } from '../world/program.ts';
import { ATTACKS } from './attacks.ts';
import { Session } from './session.ts';
import { Target } from './target.ts';

export interface TortureReport {
  readonly violations: readonly string[];
  /**
   * By attack: messages of the ordinary client and its longest wait (ms), memory (MB) and handles afterwards.
   */
  readonly figures: Readonly<
    Record<string, { served: number; longest: number; memory: number; handles: number }>
  >;
}

/** Handles that a daemon may have more after an attack than before: those of its threads and of the API. */
const SPARE_HANDLES = 12;
/** Seconds that closed connections may take to go. */
const TIMEOUT = 20;

/**
 * Attacks the SMTP listener of the built daemon in each way, so many times, while an ordinary client is
 * served.
 */
export async function torture(options: { scale: number; rounds: number }): Promise<TortureReport> {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-torture-'));
  const program = await Program.start({ home });
  const figures: Record<string, { served: number; longest: number; memory: number; handles: number }> = {};
  const violations: string[] = [];
  try {
    const target = await Target.of(program);
    await target.received('');
    const handles = program.handles();
    for (let round = 1; round <= options.rounds; round++) {
      for (const [name, attack] of Object.entries(ATTACKS)) {
        const session = new Session(target);
        const client = new OrdinaryClient(
          () => session.deliver(),
          () => session.isClosed,
        );
        const problems = await attack(target, options.scale);
        await client.stop();
        if (client.served === 0) problems.push('an ordinary client was not served');
        const refusals = [...client.refusals, ...(await session.quit())];
        problems.push(...refusals.map((reply) => `an ordinary client heard "${reply}"`));
        if (!(await program.atMostHandles(handles + SPARE_HANDLES, TIMEOUT))) {
          problems.push(`${program.handles() - handles} handles are left open`);
        }
        if (!program.isAlive) problems.push('the daemon died');
        violations.push(...problems.map((problem) => `${name}, round ${round}: ${problem}`));
        const { served, longest } = client;
        figures[`${name} ${round}`] = {
          served,
          longest: Math.round(longest),
          memory: Math.round(program.memory() / 1e6),
          handles: program.handles(),
        };
      }
    }
  } finally {
    await program.kill();
    rmSync(home, { recursive: true, force: true });
  }
  return { violations, figures };
}
