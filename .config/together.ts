import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/**
 * Runs scripts of package.json beside each other: `node .config/together.ts lint types build`. Prints the
 * output of each as a whole, and fails when one of them fails.
 */

async function succeeds(script: string): Promise<boolean> {
  const child = spawn(`npm run --silent ${script} 2>&1`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const output = await buffer(child.stdout);
  const isDone = (await ended) === 0;
  process.stdout.write(output);
  if (!isDone) process.stderr.write(`npm run ${script} failed\n`);
  return isDone;
}

const outcomes = await Promise.all(process.argv.slice(2).map(succeeds));
if (outcomes.includes(false)) process.exitCode = 1;
