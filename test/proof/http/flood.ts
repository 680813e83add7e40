import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrdinaryClient } from '../world/ordinary-client.ts';
import { Program } from '../world/program.ts';
import { ATTACKS } from './attacks.ts';
import { Target } from './target.ts';

/** Bytes that the daemon may grow by under any of the attacks. */
const GROWTH = 100_000_000;
/** Handles that a daemon may have more after an attack than before: those of its threads. */
const SPARE_HANDLES = 12;
/** Seconds that closed connections may take to disappear. */
const TIMEOUT = 60;

export interface FloodReport {
  readonly violations: readonly string[];
  /** A line for each attack. */
  readonly figures: readonly string[];
}

/**
 * Floods the built daemon over HTTP in every way while an ordinary client is served, and stops it in
 * mid-attack.
 */
export async function flood(options: {
  readonly scale: number;
  readonly rounds: number;
}): Promise<FloodReport> {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-floods-'));
  const program = await Program.start({ home });
  const violations: string[] = [];
  const figures: string[] = [];
  try {
    const target = new Target(program);
    await warmUp(target);
    const handles = program.handles();
    for (let round = 1; round <= options.rounds; round++) {
      for (const [name, attack] of Object.entries(ATTACKS)) {
        const memory = program.memory();
        let peak = memory;
        const request = async () => {
          const status = await target.ask('/v1/health');
          if (program.isAlive) peak = Math.max(peak, program.memory());
          return status === 200 ? null : `an ordinary request got ${status}`;
        };
        const client = new OrdinaryClient(request, () => !program.isAlive);
        const problems = await attack(target, options.scale);
        await client.stop();
        problems.push(...client.refusals);
        if (peak - memory > GROWTH) problems.push(`memory grew by ${megabytes(peak - memory)} MB`);
        if (!(await program.atMostHandles(handles + SPARE_HANDLES, TIMEOUT))) {
          problems.push(`${program.handles() - handles} handles are left open`);
        }
        violations.push(...problems.map((problem) => `${name}, round ${round}: ${problem}`));
        figures.push(
          `${name}: ordinary requests served ${client.served}, longest wait ${Math.round(client.longest)} ms; ` +
            `memory ${megabytes(memory)} MB before, ${megabytes(peak)} MB at most`,
        );
      }
    }
    violations.push(...(await stopUnderAttack(target)));
  } finally {
    await program.kill();
    rmSync(home, { recursive: true, force: true });
  }
  return { violations, figures };
}

/** Loads what a daemon loads once, so that only the attack counts. */
async function warmUp(target: Target): Promise<void> {
  for (const path of ['/openapi.json', '/v1/health']) {
    for (let n = 0; n < 200; n++) await target.ask(path);
  }
  await target.ask(
    '/v1/auth/login',
    JSON.stringify({ email: 'a@example.com', password: 'wrong password 1' }),
  );
}

async function stopUnderAttack(target: Target): Promise<string[]> {
  const sockets = await Promise.all(Array.from({ length: 40 }, () => target.connect()));
  for (const socket of sockets) {
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3000));
  }
  await target.ask('/v1/health');
  await target.program.stop();
  for (const socket of sockets) socket.destroy();
  const { exitCode, signalCode } = target.program.child;
  return exitCode === 0 ? [] : [`SIGTERM under attack ended the daemon with ${exitCode ?? signalCode}`];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
